"""
Weights of the query encoder (query.py) → the file that froe loads (docs/model.md), in int8 with a scale for each row:

    python3 train/query-export.py QUERY.npz model/query.bin
"""
import struct, sys, zlib
import numpy as np

source, out = sys.argv[1:3]
SPREAD = 8  # of query.py; multiplied out here
w = np.load(source)
hidden, output = w['hidden.weight'] * SPREAD, w['out.weight']


def quantised(weights):
    scale = np.abs(weights).max(1) / 127
    return np.round(weights / scale[:, None]).astype(np.int8), scale


(first, first_scale), (second, second_scale) = quantised(hidden), quantised(output)
body = b'FROEQRY1' + struct.pack('<2I', output.shape[0], hidden.shape[0])
body += b''.join(np.ascontiguousarray(part, '<f4').tobytes() for part in (first_scale, w['hidden.bias'], second_scale, w['out.bias']))
body += first.tobytes() + second.tobytes()
open(out, 'wb').write(body + struct.pack('<I', zlib.crc32(body)))
print('bytes', len(body) + 4)
