"""A sound through DeepFilterNet's own runtime: LIBRARY MODEL IN OUT, mono 32-bit floats at 48 kHz without a header."""

import array
import ctypes
import sys

library_path, model_path, in_path, out_path = sys.argv[1:]
library = ctypes.CDLL(library_path)
library.df_create.restype = ctypes.c_void_p
library.df_create.argtypes = [ctypes.c_char_p, ctypes.c_float, ctypes.c_char_p]
library.df_process_frame.restype = ctypes.c_float
library.df_process_frame.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
# 100 dB: no limit to how far noise is lowered.
state = library.df_create(model_path.encode(), 100.0, None)

samples = array.array("f")
with open(in_path, "rb") as file:
    samples.frombytes(file.read())
cleaned = array.array("f", bytes(4 * len(samples)))
from_address, to_address = samples.buffer_info()[0], cleaned.buffer_info()[0]
for at in range(0, len(samples) // 480 * 480, 480):
    library.df_process_frame(state, from_address + 4 * at, to_address + 4 * at)
with open(out_path, "wb") as file:
    file.write(cleaned.tobytes())
