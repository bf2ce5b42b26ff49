"""Writes a file with one byte changed: change.py FROM TO PLACE VALUE."""
import sys

data = bytearray(open(sys.argv[1], "rb").read())
data[int(sys.argv[3])] = int(sys.argv[4])
open(sys.argv[2], "wb").write(data)
