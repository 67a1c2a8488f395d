"""
Trains the table of vectors: InfoNCE in both directions over pairs of bags (see pack.mjs).

    vector(bag, side) = unit( sum over terms of (1 + ln count) * weight[term, side] * place[rank, side] * E[term] )

Usage: python train.py DATA OUT '[{"name": "...", ...}, ...]'
Every configuration is trained, judged on the repositories that were held back, and reported as one line of JSON.
The last one with "save" set is written to OUT: int8 rows, one scale a row, weights and places as float32.
"""
import json, math, os, sys, time
import numpy as np
import torch
import torch.nn.functional as F

data, out = sys.argv[1], sys.argv[2]
dev = 'cuda'
torch.backends.cuda.matmul.allow_tf32 = True
shape = json.load(open(f'{data}/shape.json'))
read = lambda name, kind: torch.from_numpy(np.fromfile(f'{data}/{name}', kind).astype(np.int64)).to(dev)
ROWS, COUNTS, ENDS = read('rows.u16', np.uint16), read('counts.u8', np.uint8), read('ends.u32', np.uint32)
STARTS = torch.cat([torch.zeros(1, dtype=torch.long, device=dev), ENDS[:-1]])
PAIRS = read('pairs.u32', np.uint32).view(-1, 4)
TERMS, SIZES = shape['terms'], shape['kinds']
NV = TERMS + shape['buckets']
KIND = torch.zeros(NV, dtype=torch.long, device=dev)
at = 0
for kind, size in enumerate(SIZES):
    KIND[at:at + size] = kind
    at += size
PLACES = 15
PLACE = torch.tensor([min(PLACES - 1, int(math.log2(r + 1) * 2)) for r in range(512)], device=dev)

BASE = dict(dim=256, epochs=8, batch=8192, lr=0.015, temperature=0.05, drop=0.2, block=512, order='repo', kinds=[0, 1],
            rows=[12000, 3000, 0, 0], pairs=[0, 1, 2, 3, 4, 5, 6, 7, 8], thin={2: 0.5, 6: 0.5, 7: 0.3}, share=1.0, places=True,
            nested=[64], seed=0, most=200, two=False, buckets=False, residual=0.4, keyword=1.0, prose=1.0, save=False)


def take(bags, most):
    """Flat rows, counts, ranks and the offset of each bag."""
    start = STARTS[bags]
    n = (ENDS[bags] - start).clamp(max=most)
    off = torch.cat([torch.zeros(1, dtype=torch.long, device=dev), n.cumsum(0)])
    seg = torch.repeat_interleave(torch.arange(len(bags), device=dev), n)
    rank = torch.arange(int(off[-1]), device=dev) - off[:-1][seg]
    at = start[seg] + rank
    return ROWS[at], COUNTS[at].float(), rank, off[:-1]


class Model(torch.nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        self.E = torch.nn.Embedding(NV, c['dim'])
        torch.nn.init.normal_(self.E.weight, std=c['dim'] ** -0.5)
        self.Q = torch.nn.Embedding(NV, c['dim']) if c['two'] else None  # a table of its own for questions
        if self.Q is not None:
            self.Q.weight.data = self.E.weight.data.clone()
        df = torch.zeros(NV, device=dev).index_add_(0, ROWS, torch.ones_like(ROWS, dtype=torch.float))
        idf = torch.log(len(ENDS) / (df + 1)).clamp(min=0.3)
        self.W = torch.nn.Embedding(NV, 2)
        self.W.weight.data = idf.log()[:, None].repeat(1, 2).cpu()
        self.P = torch.nn.Parameter(torch.zeros(PLACES, 2))
        mask = torch.zeros(NV, device=dev)
        for k in c['kinds']:
            mask[KIND == k] = 1
        mask[TERMS:] = 1 if c['buckets'] else 0
        if c['rows']:  # most rows of each kind
            at = 0
            for kind, size in enumerate(SIZES):
                mask[at + min(size, c['rows'][kind]):at + size] = 0
                at += size
        self.register_buffer('mask', mask)

    def forward(self, bags, side, drop=0.0):
        rows, counts, rank, off = take(bags, self.c['most'])
        kept = self.mask[rows]
        # Ranks count what is in the vocabulary, as they will in use.
        before = torch.cat([torch.zeros(1, device=dev), kept.cumsum(0)])
        rank = (before[:-1] - before[torch.arange(len(rows), device=dev) - rank]).long()
        w = (1 + counts.log()) * kept
        if drop > 0:
            w = w * (torch.rand_like(w) > drop)
        w = w * self.W(rows)[:, side].exp()
        if self.c['places']:
            w = w * self.P[PLACE[rank], side].exp()
        table = self.Q if side == 1 and self.Q is not None else self.E
        return F.embedding_bag(rows, table.weight, off, mode='sum', per_sample_weights=w)


# Headings, questions and links: their words are often those of the section, and must be learned, too.
PROSE = torch.tensor([3, 4, 5], device=dev)
# What keywords would say, within a batch: BM25 over words and stems of the vocabulary, as a share of what the question
# could reach. Idf and mean length are those of all documents.
KEY = {}


def keywords(q, d):
    if not KEY:
        docs = torch.unique(PAIRS[:, 1])
        df, size, n = torch.zeros(NV, device=dev), 0.0, len(docs)
        for part in docs.split(1 << 16):
            rows, counts, _, _ = take(part, 200)
            df.index_add_(0, rows, torch.ones_like(counts)); size += float(counts.sum())
        KEY.update(idf=torch.log(1 + (n - df + 0.5) / (df + 0.5)), mean=size / n)
    rows, counts, _, off = take(d, 200)
    seg = torch.repeat_interleave(torch.arange(len(d), device=dev), torch.diff(torch.cat([off, torch.tensor([len(rows)], device=dev)])))
    size = torch.zeros(len(d), device=dev).index_add_(0, seg, counts)
    D = torch.zeros(len(d), TERMS, device=dev, dtype=torch.bfloat16)
    real = rows < TERMS
    D[seg[real], rows[real]] = (counts * 2.2 / (counts + 1.2 * (0.25 + 0.75 * size[seg] / KEY['mean'])))[real].to(torch.bfloat16)
    rows, counts, _, off = take(q, 200)
    seg = torch.repeat_interleave(torch.arange(len(q), device=dev), torch.diff(torch.cat([off, torch.tensor([len(rows)], device=dev)])))
    Q = torch.zeros(len(q), TERMS, device=dev, dtype=torch.bfloat16)
    real = rows < TERMS
    Q[seg[real], rows[real]] = KEY['idf'][rows[real]].to(torch.bfloat16)
    S = (Q @ D.t()).float()
    return (S - S.mean(1, keepdim=True)) / (S.std(1, keepdim=True) + 1e-6)


def batches(c, idx, g):
    n, size = len(idx), c['block']
    perm = torch.randperm(n, device=dev) if c['order'] == 'repo' else torch.arange(n, device=dev)
    if c['order'] == 'repo':
        perm = perm[torch.argsort(g[perm], stable=True)]
    else:  # neighbours in the repository: the same file, mostly
        perm = torch.roll(perm, int(torch.randint(0, size, (1,))))
    nb = n // size
    perm = perm[:nb * size].view(nb, size)[torch.randperm(nb, device=dev)].reshape(-1)
    for i in range(0, len(perm) - c['batch'] + 1, c['batch']):
        yield idx[perm[i:i + c['batch']]]


def train(c):
    torch.manual_seed(c['seed'])
    m = Model(c).to(dev)
    keep = torch.isin(PAIRS[:, 2], torch.tensor(c['pairs'], device=dev))
    for kind, part in c['thin'].items():  # so much of a kind
        keep &= (PAIRS[:, 2] != int(kind)) | (torch.rand(len(PAIRS), device=dev) < part)
    if c['share'] < 1:  # fewer repositories, not fewer pairs of each
        ids = torch.unique(PAIRS[:, 3]); r = torch.randperm(len(ids), device=dev)[:max(1, int(len(ids) * c['share']))]
        keep &= torch.isin(PAIRS[:, 3], ids[r])
    idx = keep.nonzero()[:, 0]
    g = PAIRS[idx, 3]
    steps = c['epochs'] * (len(idx) // c['batch'])
    tables = [m.E.weight] + ([m.Q.weight] if m.Q is not None else [])
    opt = torch.optim.Adam([{'params': tables, 'lr': c['lr']}, {'params': [m.W.weight, m.P], 'lr': c['lr'] * 0.3}], betas=(0.9, 0.99))
    base = [group['lr'] for group in opt.param_groups]
    warm, step, t0 = min(200, steps // 8), 0, time.time()
    for _ in range(c['epochs']):
        for pick in batches(c, idx, g):
            f = min(1, (step + 1) / warm) * max(0.05, 0.5 * (1 + math.cos(math.pi * step / steps)))
            for group, lr in zip(opt.param_groups, base):
                group['lr'] = lr * f
            q, d = m(PAIRS[pick, 0], 1, c['drop'] * 0.5), m(PAIRS[pick, 1], 0, c['drop'])
            y = torch.arange(len(pick), device=dev)
            same = (PAIRS[pick, 1][:, None] == PAIRS[pick, 1][None]) | (PAIRS[pick, 0][:, None] == PAIRS[pick, 0][None])
            same.fill_diagonal_(False)
            prose = torch.isin(PAIRS[pick, 2], PROSE).float()
            weight = 1 + c['prose'] * prose
            loss = 0
            for dim in [c['dim'], *c['nested']]:
                S = (F.normalize(q[:, :dim], dim=1) @ F.normalize(d[:, :dim], dim=1).t() / c['temperature']).masked_fill(same, -1e4)
                each = 0.5 * (F.cross_entropy(S, y, reduction='none') + F.cross_entropy(S.t(), y, reduction='none'))
                if c['residual'] > 0 and dim == c['dim']:  # what is left to be said when keywords have spoken
                    both = S + c['keyword'] * keywords(PAIRS[pick, 0], PAIRS[pick, 1])
                    share = c['residual'] * (1 - prose)
                    each = (1 - share) * each + share * F.cross_entropy(both, y, reduction='none')
                loss = loss + (each * weight).sum() / weight.sum()
            opt.zero_grad(); loss.backward(); opt.step(); step += 1
    return m, len(idx), time.time() - t0


def bm25(rows, counts, off, n, queries):
    """Over words and stems: near to what a stemming index sees."""
    seg = torch.repeat_interleave(torch.arange(n, device=dev), torch.diff(torch.cat([off, torch.tensor([len(rows)], device=dev)])))
    df = torch.zeros(NV, device=dev).index_add_(0, rows, torch.ones_like(counts))
    idf = torch.log(1 + (n - df + 0.5) / (df + 0.5))
    size = torch.zeros(n, device=dev).index_add_(0, seg, counts)
    val = idf[rows] * counts * 2.2 / (counts + 1.2 * (0.25 + 0.75 * size[seg] / size.mean()))
    M = torch.sparse_coo_tensor(torch.stack([seg, rows]), val, (n, NV)).coalesce()
    qr, _, _, qo = take(queries, 200)
    qs = torch.repeat_interleave(torch.arange(len(queries), device=dev), torch.diff(torch.cat([qo, torch.tensor([len(qr)], device=dev)])))
    Q = torch.zeros(NV, len(queries), device=dev); Q[qr, qs] = 1
    return torch.sparse.mm(M, Q).t()


def mrr(S, want):
    rank = (S > S.gather(1, want[:, None])).sum(1) + 1
    return float(torch.where(rank <= 10, 1 / rank.float(), torch.zeros_like(rank.float())).mean())


HELD = {}
for name in shape['held']:
    both = read(f'held-{name}.u32', np.uint32).view(-1, 2)
    docs, which = torch.unique(both[:, 1], return_inverse=True)
    asked = (both[:, 0] != 0xFFFFFFFF).nonzero()[:, 0]
    asked = asked[torch.randperm(len(asked), generator=torch.Generator().manual_seed(1))[:600].to(dev)]
    rows, counts, _, off = take(docs, 200)
    HELD[name] = (both[asked, 0], docs, which[asked], bm25(rows, counts, off, len(docs), both[asked, 0]))


def judge(m, dims, table=None):
    scores = {}
    z = lambda x: (x - x.mean(1, keepdim=True)) / (x.std(1, keepdim=True) + 1e-6)
    old = m.E.weight.data
    if table is not None:
        m.E.weight.data = table
    with torch.no_grad():
        for name, (queries, docs, want, keyword) in HELD.items():
            d = torch.cat([m(part, 0) for part in docs.split(4096)])
            S = F.normalize(m(queries, 1)[:, :dims], dim=1) @ F.normalize(d[:, :dims], dim=1).t()
            scores[name] = (mrr(keyword, want), mrr(S, want), *(mrr(z(keyword) + w * z(S), want) for w in (0.5, 1, 1.5, 2, 3)))
    m.E.weight.data = old
    mean = lambda end: [round(float(np.mean([s[i] for n, s in scores.items() if n.endswith(end)])), 4) for i in range(7)]
    return {'code': mean('-code'), 'prose': mean('-prose'), 'commits': mean('-commits')}, scores


def quantised(E, levels):
    scale = E.abs().amax(1, keepdim=True).clamp(min=1e-9) / levels
    return (E / scale).round() * scale


def save(m, c):
    E = m.E.weight.data
    scale = (E.abs().amax(1).clamp(min=1e-9) / 127)
    table = (E / scale[:, None]).round().to(torch.int8).cpu().numpy()
    keep = (m.mask > 0).cpu().numpy()
    W = (m.W.weight.data.exp() * scale[:, None]).cpu().numpy().astype('<f4')
    P = (m.P.data.exp() if c['places'] else torch.ones_like(m.P.data)).cpu().numpy().astype('<f4')
    vocabulary = np.fromfile(f'{data}/vocabulary.u32', '<u4')
    np.ascontiguousarray(table[keep]).tofile(f'{out}/table.i8')
    W[keep].tofile(f'{out}/weights.f32'); P.tofile(f'{out}/places.f32')
    vocabulary[keep[:TERMS]].tofile(f'{out}/vocabulary.u32')
    json.dump({'dim': c['dim'], 'terms': int(keep[:TERMS].sum()), 'config': c}, open(f'{out}/model.json', 'w'))


if os.environ.get('WARM'):
    print({n: (len(h[0]), len(h[1])) for n, h in HELD.items()})
for given in json.loads(sys.argv[3]):
    c = {**BASE, **given}
    try:
        m, n, seconds = train(c)
        result, scores = judge(m, c['dim'])
        line = {'name': c.get('name'), 'pairs': n, 's': round(seconds, 1), **result}
        for dims in c.get('dims', []):
            line[f'at{dims}'] = judge(m, dims)[0]
        if c.get('quantise'):
            for levels in (127, 31, 7):
                line[f'int±{levels}'] = judge(m, c['dim'], quantised(m.E.weight.data, levels))[0]
        print(json.dumps(line), flush=True)
        if c.get('detail'):
            print(json.dumps({n: [round(x, 3) for x in s] for n, s in scores.items()}), flush=True)
            print('places', [[round(float(v), 2) for v in row] for row in m.P.data.exp()], flush=True)
        if c['save']:
            save(m, c)
        del m
        torch.cuda.empty_cache()
    except Exception as error:
        print(c.get('name'), 'FAILED', repr(error)[:300], flush=True)
