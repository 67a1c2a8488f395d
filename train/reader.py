"""
Trains the reader: the words of a question look into a chunk (PyTorch, one GPU, half a minute).

    python3 train/reader.py LISTS model/froe.bin READER.npz [option=value …]

LISTS holds what lists.mjs wrote. Repositories that train/manifest.json holds back are never trained on; the
figures are theirs: MRR@10 and Hit@5 of each kind of question, by the ranker alone and with so much of the reader.
"""
import json, math, os, struct, sys
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

folder, vectors, out = sys.argv[1:4]
options = dict(width=64, layers=2, heads=4, hidden=128, epochs=4, rate=1e-3, batch=32, drop=0.1, decay=0.02, seed=1, ask=1.0)
for word in sys.argv[4:]:
    name, value = word.split('=')
    options[name] = type(options[name])(value)
# How much each kind of question counts in all, whatever their number.
shares = {'ask': 0.25, 'asked': 0.1, 'doc': 0.15, 'heading': 0.08, 'link': 0.06, 'commit': 0.12, 'message': 0.04, 'name': 0.04, 'keywords': 0.04,
          'heading in documents': 0.04, 'link in documents': 0.06, 'keywords in documents': 0.02, 'ask in documents': 0.06}
shares['ask'] *= options['ask']
kinds = list(shares)
# Of the answers to these, comments or headings were blanked.
blanked = torch.tensor([kind.split()[0] in ('doc', 'asked', 'heading', 'keywords') for kind in kinds])
QUESTION, CHUNK, LIST, LEFT_OUT, CLASSES, FIELDS = 24, 160, 40, 8, 5, 5
device = 'cuda' if torch.cuda.is_available() else 'cpu'
torch.manual_seed(options['seed'])

manifest = json.load(open(os.path.join(os.path.dirname(__file__), 'manifest.json')))['repositories']
held = {one['repository'].replace('/', '+') for one in manifest if one.get('held')}

# The vectors of all rows, each of length 1; row 0 is that of an unknown word.
file = open(vectors, 'rb').read()
rows, dimensions, places = struct.unpack('<3I', file[8:20])
start = 32 + places * 8 + 65 * 4 + rows * 8 + rows * 4
table = np.frombuffer(file, 'i1', rows * dimensions, start).reshape(rows, dimensions).astype(np.float32)
table = np.concatenate([np.zeros((1, dimensions), np.float32), table / np.linalg.norm(table, axis=1, keepdims=True)])


def closed(words, fields):
    """The first words of a chunk, padded with −1; and the same without what is left out."""
    def cut(keep):
        line = np.full((2, CHUNK), -1, np.int64)
        some = np.stack([words[keep], fields[keep] % LEFT_OUT])[:, :CHUNK]
        line[:, :some.shape[1]] = some
        return line
    return cut(fields >= 0), cut(fields < LEFT_OUT)


row, own_row, stem, rarity, whole, bare, questions = [], [], [], [], [], [], []
for name in sorted(one[:-12] for one in os.listdir(folder) if one.endswith('.reader.json')):
    read = json.load(open(f'{folder}/{name}.reader.json'))
    words = np.fromfile(f'{folder}/{name}.reader.words', np.uint32).astype(np.int64)
    fields = np.fromfile(f'{folder}/{name}.reader.fields', np.uint8).astype(np.int64)
    whole_name = name.removesuffix('.documents')
    of_documents = ' in documents' if whole_name != name else ''
    ends = np.cumsum(read['lengths'])
    base, first = sum(map(len, row)), len(whole)
    chunks = list(zip(np.split(words, ends[:-1]), np.split(fields, ends[:-1])))
    counts = np.zeros(len(read['row']))
    for some, _ in chunks:
        counts[np.unique(some)] += 1
    row.append(np.array(read['row'])), own_row.append(np.array(read['wordRow'])), stem.append(np.array(read['stem']))
    rarity.append(np.where(counts > 0, np.log((len(chunks) + 1) / np.maximum(counts, 1)), np.nan))
    for some, where in chunks:
        for part, into in zip(closed(some + base, where), (whole, bare)):
            into.append(part)
    for one in read['questions']:
        if len(one['chunks']) > 1 and len(one['words']) > 0:
            questions.append(dict(one, kind=one['kind'] + of_documents, held=whole_name in held, words=[word + base for word in one['words']][:QUESTION],
                                  chunks=[chunk + first for chunk in one['chunks']]))
train_words = np.concatenate([np.full(len(part), name.removesuffix('.documents') not in held) for name, part in
                              zip(sorted(one[:-12] for one in os.listdir(folder) if one.endswith('.reader.json')), row)])
row, own_row, stem, rarity = map(np.concatenate, (row, own_row, stem, rarity))

# The class of rarity of a row: of its word, by the repositories that are trained on. An unknown word is in class 3.
seen = train_words & ~np.isnan(rarity) & (own_row > 0)
sums = np.bincount(own_row[seen], weights=rarity[seen], minlength=rows + 1)
number = np.bincount(own_row[seen], minlength=rows + 1)
classes = np.clip((np.where(number > 0, sums / np.maximum(number, 1), 6.5) / 2).astype(int), 0, CLASSES - 1)
classes[0] = 3

padded = lambda lists, size, empty: np.array([list(one)[:size] + [empty] * (size - len(one)) for one in lists])
to = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(device)
nothing = len(row)  # the word that stands for none
table = to(table)
row, stem = to(np.append(row, 0)), to(np.append(stem, -1).astype(np.int64))
rarity = to(np.append(np.clip((np.nan_to_num(rarity, nan=6.0) / 2).astype(int), 0, CLASSES - 1), 0))
chunks = to(np.concatenate([np.stack(whole), np.stack(bare)]))
kind = to(np.array([kinds.index(one['kind']) for one in questions]))
asked = to(padded([one['words'] for one in questions], QUESTION, -1))
listed = to(padded([one['chunks'] for one in questions], LIST, -1))
labels = to(padded([one['labels'] for one in questions], LIST, 0)).float()
odds = to(padded([one['odds'] for one in questions], LIST, -99.0)).float()
is_held = to(np.array([one['held'] for one in questions]))
blanked = blanked.to(device)


class Layer(nn.Module):
    def __init__(self, width, heads, hidden):
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.o = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.f1, self.f2 = nn.Linear(width, hidden), nn.Linear(hidden, width)
        self.heads = heads

    def forward(self, x, rest, mask):
        batch, size, width = x.shape
        parts = lambda y: y.view(batch, -1, self.heads, width // self.heads).transpose(1, 2)
        both = self.n1(torch.cat([x, rest.to(x.dtype)], 1))
        weight, bias = self.qkv.weight, self.qkv.bias
        query = parts(F.linear(both[:, :size], weight[:width], bias[:width]))
        key, value = (parts(y) for y in F.linear(both, weight[width:], bias[width:]).chunk(2, -1))
        found = F.scaled_dot_product_attention(query, key, value, attn_mask=mask[:, None, None, :].expand(-1, 1, size, -1))
        x = x + self.o(found.transpose(1, 2).reshape(batch, size, width))
        return x + self.f2(F.relu(self.f1(self.n2(x))))


class Reader(nn.Module):
    def __init__(self, width, layers, heads, hidden):
        super().__init__()
        self.proj, self.nr = nn.Linear(dimensions, width, bias=False), nn.Linear(1, width, bias=False)
        self.match, self.seg, self.pos = nn.Embedding(6 * CLASSES, width), nn.Embedding(FIELDS + 1, width), nn.Embedding(QUESTION, width)
        self.cls, self.scale = nn.Parameter(torch.zeros(width)), nn.Parameter(torch.tensor(0.3))
        self.blocks = nn.ModuleList(Layer(width, heads, hidden) for _ in range(layers))
        self.n, self.out = nn.LayerNorm(width), nn.Sequential(nn.Linear(width, 32), nn.ReLU(), nn.Linear(32, 1))
        self.dropout = nn.Dropout(0.1)
        nn.init.orthogonal_(self.proj.weight)
        nn.init.zeros_(self.out[2].weight)
        for embedding in (self.match, self.seg, self.pos):
            nn.init.normal_(embedding.weight, std=0.02)

    def forward(self, some, drop=0.0):
        q = asked[some]
        there = listed[some].clamp(min=0) + blanked[kind[some]][:, None] * (len(chunks) // 2)
        p, field = chunks[there].unbind(2)
        is_q, is_p = q >= 0, p >= 0
        if drop > 0:
            is_p = is_p & (torch.rand(p.shape, device=device) > drop)
            is_q = is_q & ((torch.rand(q.shape, device=device) > drop) | (is_q.sum(1, keepdim=True) < 4))
        q, p, field = torch.where(q >= 0, q, nothing), torch.where(p >= 0, p, nothing), field.clamp(min=0)
        both = is_p[:, :, None, :] & is_q[:, None, :, None]
        exact = (p[:, :, None, :] == q[:, None, :, None]) & both
        alike = (stem[p][:, :, None, :] == stem[q][:, None, :, None]) & both
        met = lambda dim: exact.any(dim).long() + alike.any(dim).long()
        vector_p, vector_q = table[row[p]], table[row[q]]
        near = torch.einsum('bqd,bktd->bkqt', vector_q, vector_p)
        near_p = torch.where(is_q[:, None, :, None], near, -1.0).amax(2).clamp(min=-0.2)
        near_q = torch.where(is_p[:, :, None, :], near, -1.0).amax(3).clamp(min=-0.2)
        x = self.proj(vector_p) * self.scale + self.match(met(2) * CLASSES + rarity[p]) + self.seg(field) + self.nr(near_p[..., None])
        y = (self.proj(vector_q) * self.scale)[:, None] + self.match((3 + met(3)) * CLASSES + rarity[q][:, None])
        y = y + self.seg.weight[FIELDS] + self.pos.weight[:q.shape[1]] + self.nr(near_q[..., None])
        lists, size = p.shape[:2]
        looks = torch.cat([self.cls.expand(lists, size, 1, -1), y], 2).flatten(0, 1)
        place = torch.ones(lists, size, 1, dtype=torch.bool, device=device)
        mask = torch.cat([place, is_q[:, None].expand(-1, size, -1), is_p], 2).flatten(0, 1)
        for layer in self.blocks:
            looks = layer(looks, x.flatten(0, 1), mask)
        return self.out(self.dropout(self.n(looks[:, 0]).view(lists, size, -1)).float()).squeeze(-1)


def scores(some):
    reader.eval()
    with torch.no_grad(), torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
        return torch.cat([reader(part).float() for part in some.split(64)])


def figures(some, by):
    order = by.masked_fill(listed[some] < 0, -1e9).sort(dim=1, descending=True, stable=True).indices
    right = labels[some].gather(1, order) > 0
    first = torch.where(right.any(1), right.float().argmax(1), 99)
    found = {}
    for at, name in enumerate(kinds):
        places = first[kind[some] == at]
        if len(places):
            found[name] = [round(torch.where(places < 10, 1 / (places + 1.0), 0.0).mean().item(), 3), round((places < 5).float().mean().item(), 3)]
    return found


train = (~is_held & (labels.sum(1) > 0)).nonzero()[:, 0]
judge = is_held.nonzero()[:, 0]
weight = torch.zeros(len(kind), device=device)
for at, name in enumerate(kinds):
    weight[train[kind[train] == at]] = shares[name] / max(1, (kind[train] == at).sum().item())
weight /= weight[train].mean()
reader = Reader(options['width'], options['layers'], options['heads'], options['hidden']).to(device)
plain = [p for p in reader.parameters() if p.dim() < 2]
groups = [dict(params=[p for p in reader.parameters() if p.dim() > 1], weight_decay=options['decay']), dict(params=plain, weight_decay=0)]
optimizer = torch.optim.AdamW(groups, lr=options['rate'], betas=(0.9, 0.98))
batch, step = options['batch'], 0
steps = options['epochs'] * (len(train) // batch)
print('train', len(train), 'judge', len(judge), 'weights', sum(p.numel() for p in reader.parameters()), flush=True)
for epoch in range(options['epochs']):
    reader.train()
    for some in train[torch.randperm(len(train), device=device)][:len(train) // batch * batch].split(batch):
        for group in optimizer.param_groups:
            group['lr'] = options['rate'] * min(1, (step + 1) / 100) * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * step / steps)))
        step += 1
        with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
            says = reader(some, options['drop'])
        says = says.float().masked_fill(listed[some] < 0, -1e4)
        loss = torch.logsumexp(says, 1) - torch.logsumexp(says.masked_fill(labels[some] == 0, -1e4), 1)
        optimizer.zero_grad()
        (loss * weight[some]).mean().backward()
        nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimizer.step()

says = scores(judge)
for share in (0, 0.3, 0.5, 0.7):
    print('share', share, figures(judge, odds[judge] + share * says), flush=True)
np.savez(out, rarity=classes.astype(np.uint8), **{name: value.float().cpu().numpy() for name, value in reader.state_dict().items()})
