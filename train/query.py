"""
Trains the query encoder (PyTorch, one GPU, half a minute): a network that moves the sum of a question's terms towards
the vectors of its answers. Vectors of chunks stay as they are.

    python3 train/query.py LISTS model/froe.bin QUERY.npz [option=value …]

LISTS holds what query-lists.mjs wrote. Repositories that train/manifest.json holds back are never trained on; the
figures are theirs: MRR@10, Hit@5 and Hit@60 of each kind of question by vectors alone, by the sum of its terms, by
the encoder that is shipped and by the one that was trained.
"""
import json, math, os, struct, sys
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

folder, vectors, out = sys.argv[1:4]
options = dict(hidden=256, epochs=5, rate=4e-4, drop=0.3, decay=0.5, terms=0.1, seed=1, ask=5.0, shipped='model/query.bin')
for word in sys.argv[4:]:
    name, value = word.split('=')
    options[name] = type(options[name])(value)
# How often a question of each kind is drawn.
shares = dict(ask=options['ask'], link=0.7, heading=1.3)
LONGEST, REPOSITORIES, QUESTIONS = 40, 8, 16
device = 'cuda' if torch.cuda.is_available() else 'cpu'
torch.manual_seed(options['seed'])
random = np.random.default_rng(options['seed'])

manifest = json.load(open(os.path.join(os.path.dirname(__file__), 'manifest.json')))['repositories']
held = {one['repository'].replace('/', '+') for one in manifest if one.get('held')}

# The table, and the weights of rows and places in a question (docs/model.md).
file = open(vectors, 'rb').read()
rows, width, places = struct.unpack('<3I', file[8:20])
at = 32
by_place = np.frombuffer(file, '<f4', places * 2, at).reshape(places, 2)[:, 1]
at += places * 8 + 65 * 4
weight = torch.tensor(np.frombuffer(file, '<f4', rows * 2, at).reshape(rows, 2)[:, 1].copy(), device=device)
at += rows * 8 + rows * 4
table = torch.tensor(np.frombuffer(file, 'i1', rows * width, at).reshape(rows, width).astype(np.float32), device=device)
place = torch.tensor([by_place[min(places - 1, int(2 * math.log2(rank + 1) + 1e-9))] for rank in range(LONGEST)], device=device)



class Questions:
    """All about one index: rows of their terms and which of them there are, and which chunks are answers or left out."""
    def __init__(self, chunks, read):
        self.chunks, self.kinds = torch.tensor(chunks, device=device), [one['kind'] for one in read]
        row, there = np.zeros((len(read), LONGEST), np.int64), np.zeros((len(read), LONGEST), np.float32)
        right, left = np.zeros((2, len(read), len(chunks)), bool)
        for i, one in enumerate(read):
            some = one['rows'][:LONGEST]
            row[i, :len(some)], there[i, :len(some)] = some, 1
            right[i, one['positive']], left[i, one['left']] = True, True
        self.row, self.there, self.right, self.left = (torch.from_numpy(one).to(device) for one in (row, there, right, left))
        share = np.array([shares.get(kind, 1) for kind in self.kinds], float)
        self.share = share / share.sum()

    def __len__(self):
        return len(self.kinds)


trained, judged = [], []
for name in sorted(one[:-5] for one in os.listdir(folder) if one.endswith('.json')):
    read = json.load(open(f'{folder}/{name}.json'))['questions']
    scale = np.fromfile(f'{folder}/{name}.scale', np.float32)
    chunks = np.fromfile(f'{folder}/{name}.vec', np.int8).reshape(-1, width) * scale[:, None]
    if read:
        (judged if name.removesuffix('.documents') in held else trained).append(Questions(chunks, read))


class Encoder(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.hidden, self.out = nn.Linear(width, hidden), nn.Linear(hidden, width)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)
        self.drop = nn.Dropout(options['drop'])
        self.sharpness = nn.Parameter(torch.tensor(math.log(20.0)))

    def forward(self, row, there):
        vector, counts = table[row], weight[row] * place * there
        share = vector.norm(dim=-1) * counts
        share = share / share.sum(1, keepdim=True).clamp(min=1e-6)
        hidden = F.relu(self.hidden(F.normalize(vector, dim=-1) * SPREAD))
        mean = self.drop((hidden * share[..., None]).sum(1))
        return F.normalize(summed(row, there) + self.out(mean), dim=-1)


# Numbers of a unit vector are small; this brings them to about 0.5.
SPREAD = 8


def summed(row, there):
    return F.normalize(((weight[row] * place * there)[..., None] * table[row]).sum(1), dim=-1)


def figures(encode):
    totals = {}
    for one in judged:
        with torch.no_grad():
            scores = (encode(one.row, one.there) @ one.chunks.T).masked_fill(one.left, -9)
        best = scores.masked_fill(~one.right, -9).amax(1, keepdim=True)
        for kind, rank in zip(one.kinds, (scores > best).sum(1).tolist()):
            total = totals.setdefault(kind, np.zeros(4))
            total += [1, 1 / (rank + 1) if rank < 10 else 0, rank < 5, rank < 60]
    return {kind: [round(float(v / n), 3) for v in rest] + [int(n)] for kind, (n, *rest) in totals.items()}


def shipped(file):
    """The encoder of a file that query-export.py wrote."""
    read = open(file, 'rb').read()
    size, hidden = struct.unpack('<2I', read[8:16])
    floats = np.frombuffer(read, '<f4', 2 * (hidden + size), 16)
    scale1, bias1, scale2, bias2 = np.split(floats, [hidden, 2 * hidden, 2 * hidden + size])
    whole = np.frombuffer(read, 'i1', 2 * hidden * size, 16 + floats.nbytes).astype(np.float32)
    first, second = whole[:hidden * size].reshape(hidden, size), whole[hidden * size:].reshape(size, hidden)
    state = {'hidden.weight': first * scale1[:, None] / SPREAD, 'hidden.bias': bias1, 'out.weight': second * scale2[:, None], 'out.bias': bias2}
    encoder = Encoder(hidden).to(device)
    encoder.load_state_dict({name: torch.tensor(value) for name, value in state.items()}, strict=False)
    return encoder.eval()


print('sum    ', figures(summed), flush=True)
if os.path.exists(options['shipped']):
    print('shipped', figures(shipped(options['shipped'])), flush=True)
encoder = Encoder(options['hidden']).to(device)
steps = options['epochs'] * sum(map(len, trained)) // (REPOSITORIES * QUESTIONS)
optimizer = torch.optim.AdamW(encoder.parameters(), lr=options['rate'], weight_decay=options['decay'])
schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options['rate'], total_steps=steps + 1)
drawn = np.array([len(one) for one in trained]) ** 0.7
drawn /= drawn.sum()
for _ in range(steps):
    encoder.train()
    parts = []
    for i in random.choice(len(trained), REPOSITORIES, p=drawn):
        one = trained[i]
        parts.append((one, torch.from_numpy(random.choice(len(one), min(QUESTIONS, len(one)), replace=False, p=one.share)).to(device)))
    row, there = (torch.cat([getattr(one, what)[some] for one, some in parts]) for what in ('row', 'there'))
    fewer = (torch.rand_like(there) > options['terms']).float() * there
    there = torch.where(fewer.sum(1, keepdim=True) > 0, fewer, there)
    encoded, start, loss = encoder(row, there), 0, 0
    for one, some in parts:
        score = encoded[start:start + len(some)] @ one.chunks.T * encoder.sharpness.exp()
        start += len(some)
        score = score.masked_fill(one.left[some], -1e4)
        loss = loss + (score.logsumexp(1) - score.masked_fill(~one.right[some], -1e4).logsumexp(1)).sum()
    optimizer.zero_grad()
    (loss / start).backward()
    nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
    optimizer.step()
    schedule.step()
encoder.eval()
print('trained', figures(encoder), flush=True)
np.savez(out, **{name: value.detach().cpu().numpy() for name, value in encoder.state_dict().items()})
