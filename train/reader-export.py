"""
Weights of the reader (reader.py) and the class of rarity of each row → the file that froe loads (docs/model.md):

    python3 train/reader-export.py READER.npz model/reader.bin

Whatever can be multiplied out beforehand is: the scale of the word vectors, the scale and shift of every
normalisation, and the square root that attention divides by.
"""
import struct, sys, zlib
import numpy as np

source, out = sys.argv[1:3]
w = np.load(source)
layers = 1 + max(int(name.split('.')[1]) for name in w.files if name.startswith('blocks.'))
width, heads = w['cls'].size, 4
hidden, last = w['blocks.0.f1.bias'].size, w['out.0.bias'].size
rarity = w['rarity'].astype(np.uint8)
QUESTION, CHUNK = 24, 160

def behind(norm, weight, bias):
    """A linear map behind a normalisation whose scale and shift it takes over; rows are what goes in."""
    return (weight * w[f'{norm}.weight'][None]).T, bias + weight @ w[f'{norm}.bias']

parts = [(w['proj.weight'] * w['scale']).T, w['match.weight'][:30], w['seg.weight'], w['pos.weight'][:QUESTION], w['cls'], w['nr.weight'][:, 0]]
for layer in range(layers):
    name = f'blocks.{layer}'
    attend, shift = behind(f'{name}.n1', w[f'{name}.qkv.weight'], w[f'{name}.qkv.bias'])
    attend, shift = attend.copy(), shift.copy()
    attend[:, :width] /= np.sqrt(width // heads)
    shift[:width] /= np.sqrt(width // heads)
    parts += [attend, shift, w[f'{name}.o.weight'].T, w[f'{name}.o.bias']]
    parts += [*behind(f'{name}.n2', w[f'{name}.f1.weight'], w[f'{name}.f1.bias']), w[f'{name}.f2.weight'].T, w[f'{name}.f2.bias']]
parts += [*behind('n', w['out.0.weight'], w['out.0.bias']), w['out.2.weight'][0], w['out.2.bias']]
body = b'FROERDR1' + struct.pack('<8I', width, layers, heads, hidden, last, len(rarity), QUESTION, CHUNK)
body += b''.join(np.ascontiguousarray(part, '<f4').tobytes() for part in parts) + rarity.tobytes()
open(out, 'wb').write(body + struct.pack('<I', zlib.crc32(body)))
print('parameters', sum(part.size for part in parts), 'bytes', len(body) + 4)
