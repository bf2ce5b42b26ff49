// A module without functions.
