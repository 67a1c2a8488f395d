"""
Weights of the bi-encoder (biencoder.py) → the file that froe loads (docs/model.md): matrices in int8, word pieces in
four bits, each with a scale for each row:

    python3 train/biencoder-export.py BIENCODER.npz model/biencoder.bin
"""
import struct, sys, zlib
import numpy as np

source, out = sys.argv[1:3]
POSITIONS, HEADS = 48, 8
w = np.load(source)
get = lambda name: w[name].astype(np.float32)
layers = sum(name.endswith('qkv.weight') for name in w.files)
pieces = [str(piece) for piece in w['pieces']]
width, hidden = get('word.weight').shape[1], get('layers.0.f1.weight').shape[0]


def quantised(weights, levels):
    scale = np.maximum(np.abs(weights).max(1), 1e-8) / levels
    return np.clip(np.round(weights / scale[:, None]), -levels, levels).astype(np.int8), scale


numbers, matrices = [get('pos.weight')[:POSITIONS], get('n.weight'), get('n.bias')], []
for layer in range(layers):
    of = lambda name: get(f'layers.{layer}.{name}')
    for name in ('qkv', 'o', 'f1', 'f2'):
        matrix, bias = of(f'{name}.weight'), of(f'{name}.bias')
        whole, scale = quantised(matrix, 127)
        if name == 'qkv':
            # Queries are divided by the root of the width of a head.
            scale[:width] /= np.sqrt(width / HEADS)
            bias = np.concatenate([bias[:width] / np.sqrt(width / HEADS), bias[width:]])
        numbers += [scale, bias]
        matrices.append(whole)
        if name in ('o', 'f2'):
            numbers += [of('n1.weight' if name == 'o' else 'n2.weight'), of('n1.bias' if name == 'o' else 'n2.bias')]
table, scale = quantised(get('word.weight'), 7)
numbers.append(scale)
nibbles = (table[:, 0::2] + 8).astype(np.uint8) | ((table[:, 1::2] + 8).astype(np.uint8) << 4)
text = '\n'.join(pieces).encode()
body = b'FROEBIE1' + struct.pack('<7I', width, layers, HEADS, hidden, POSITIONS, len(pieces), len(text))
body += b''.join(np.ascontiguousarray(part, '<f4').tobytes() for part in numbers)
body += b''.join(part.tobytes() for part in matrices) + nibbles.tobytes() + text
open(out, 'wb').write(body + struct.pack('<I', zlib.crc32(body)))
print('bytes', len(body) + 4)
