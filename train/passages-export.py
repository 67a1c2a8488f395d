"""
Weights of the passage table (passages.py, passages-balance.mjs) → the file that froe loads (docs/model.md), in int8 with
a scale for each row:

    python3 train/passages-export.py PASSAGES.npz BALANCE.json model/passages.bin
"""
import json, struct, sys, zlib
import numpy as np

source, balance, out = sys.argv[1:4]
weights = np.load(source)
place, matrix = np.exp(weights['place'].astype(np.float64)), weights['move'].astype(np.float32)


def quantised(weights):
    scale = np.maximum(np.abs(weights).max(1), 1e-8) / 127
    return np.round(weights / scale[:, None]).astype(np.int8), scale


(table, scales), (moved, moved_scales) = quantised(weights['word'].astype(np.float32)), quantised(matrix)
body = b'FROEPAS1' + struct.pack('<4I', len(table), table.shape[1], len(place), matrix.shape[1])
body += b''.join(np.ascontiguousarray(part, '<f4').tobytes() for part in (place, scales, moved_scales, json.load(open(balance))))
body += moved.tobytes() + table.tobytes()
open(out, 'wb').write(body + struct.pack('<I', zlib.crc32(body)))
print('bytes', len(body) + 4)
