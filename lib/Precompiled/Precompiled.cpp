// The source without content that the precompiled header is made for.
