"""
Trains the passage table (PyTorch, one GPU, two minutes): a second vector for each term of the built-in model, so that
the sum over a chunk is close to the bi-encoder's vector of the questions that it answers.

    python3 train/passages.py LISTS model/froe.bin model/biencoder.bin PASSAGES.npz [option=value …]

LISTS holds what passages-lists.mjs wrote. Repositories that train/manifest.json holds back are never trained on; the
figures are theirs: MRR@10 and recall among the first 60 of each kind of question, among all chunks of the repository,
by the first table, by the bi-encoder's own vectors of chunks, by the sum over the new table, and by both tables.

    imitate   the sum over a chunk becomes the bi-encoder's vector of it, and so do the cosines of chunks
    learn     a question's vector, moved by a matrix, is nearest to its answers among all chunks of the repository
              (softmax); comments and headings were blanked in the answers of some kinds, and the table would learn to
              look for the hole: their answers are told apart from one another alone
"""
import json, math, os, sys, time
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

folder, froe, biencoder, out = sys.argv[1:5]
options = dict(imitate=90.0, learn=12.0, rate=2e-3, learnrate=3e-4, near=3.0, sum=.25, scale=20.0, drop=.1, repos=4, asked=96, seed=1, save=1, word=0.0)
sweep = []
for word in sys.argv[5:]:
    if word.startswith('{'):
        sweep.append(json.loads(word))
        continue
    name, value = word.split('=')
    options[name] = type(options[name])(value)
shares = {'ask': .35, 'excerpt': .2, 'asked': .06, 'doc': .06, 'heading': .04, 'link': .08, 'commit': .1, 'message': .06, 'name': .03, 'keywords': .05}
BLANKED = ('doc', 'asked', 'heading', 'keywords')
WIDTH, PLACES, EPSILON = 256, 32, 1e-5
device = 'cuda' if torch.cuda.is_available() else 'cpu'
torch.manual_seed(options['seed'])
tensor = lambda x, kind=None: torch.as_tensor(np.ascontiguousarray(x), dtype=kind).to(device)


class Bytes:
    def __init__(self, path, at):
        self.data, self.at = open(path, 'rb').read(), at

    def take(self, kind, *shape):
        count = int(np.prod(shape))
        found = np.frombuffer(self.data, kind, count, self.at).reshape(shape)
        self.at += found.nbytes
        return found


# The first table.
file = Bytes(froe, 8)
rows, width, places = (int(x) for x in file.take('<u4', 6)[:3])
by_place, logs, weights = file.take('<f4', places, 2), file.take('<f4', 65), file.take('<f4', rows, 2)
file.take('<u4', rows)
first_table = tensor(file.take('i1', rows, width) * weights[:, :1], torch.float32)
first_place, logs = tensor(by_place[:, 0].copy()), tensor(logs.copy())
place_of = lambda rank: min(int(math.floor(2 * math.log2(rank + 1) + 1e-9)), places - 1)
place_by_rank = tensor([place_of(rank) for rank in range(512)])

# The bi-encoder.
file = Bytes(biencoder, 8)
size, layers, heads, hidden, positions, pieces, _ = (int(x) for x in file.take('<u4', 7))
position = tensor(file.take('<f4', positions, size).copy())
norm = lambda: [tensor(file.take('<f4', size).copy()) for _ in range(2)]
first_norm, shapes = norm(), [(size, 3 * size), (size, size), (size, hidden), (hidden, size)]
pair = lambda columns: [tensor(file.take('<f4', columns).copy()) for _ in range(2)]
network = [[pair(3 * size), pair(size), norm(), pair(hidden), pair(size), norm()] for _ in range(layers)]
piece_scale = file.take('<f4', pieces)
for layer in network:
    for i, (depth, columns) in zip((0, 1, 3, 4), shapes):
        scale, bias = layer[i]
        layer[i] = (tensor(file.take('i1', columns, depth), torch.float32) * scale[:, None], bias)
packed = file.take('u1', pieces, size // 2)
piece_table = np.empty((pieces, size), np.float32)
piece_table[:, 0::2], piece_table[:, 1::2] = (packed & 15) - 8.0, (packed >> 4) - 8.0
piece_table = tensor(piece_table * piece_scale[:, None])
names = file.data[file.at:].split(b'\n')
BEGIN, END = names.index(b'[CLS]'), names.index(b'[SEP]')


@torch.no_grad()
def read_by_biencoder(lists):
    found = []
    size_of_batch = 2048 if device == 'cuda' else 128
    for at in range(0, len(lists), size_of_batch):
        some = [[BEGIN, *one[:positions - 2], END] for one in lists[at:at + size_of_batch]]
        longest = max(map(len, some))
        x = tensor([one + [0] * (longest - len(one)) for one in some], torch.long)
        mask = torch.arange(longest, device=device)[None] < tensor([len(one) for one in some])[:, None]
        normed = lambda state, norm: F.layer_norm(state, (size,), *norm, EPSILON)
        state = normed(piece_table[x] + position[:longest], first_norm)
        for attend, result, attended, wide, narrow, done in network:
            query, key, value = (y.view(len(some), longest, heads, -1).transpose(1, 2) for y in F.linear(state, *attend).chunk(3, -1))
            share = (query @ key.transpose(2, 3)).masked_fill(~mask[:, None, None], -1e9).softmax(-1)
            state = normed(state + F.linear((share @ value).transpose(1, 2).reshape(len(some), longest, size), *result), attended)
            state = normed(state + F.linear(F.relu(F.linear(state, *wide)), *narrow), done)
        found.append(F.normalize((state * mask[..., None]).sum(1), dim=-1))
    return torch.cat(found)


def lists_of(path, each=1):
    numbers, found, at = np.fromfile(path, np.uint16), [], 0
    while at < len(numbers):
        end = at + 1 + int(numbers[at]) * each
        found.append(numbers[at + 1:end])
        at = end
    return found


class Repository:
    def __init__(self, name):
        given = json.load(open(f'{folder}/{name}.json'))
        self.name, self.held = name, given['held']
        terms = lists_of(f'{folder}/{name}.terms', 2)
        sizes = [len(one) // 2 for one in terms]
        self.offsets = tensor(np.cumsum([0, *sizes[:-1]]), torch.long)
        self.rows = tensor(np.concatenate([one[:size] for one, size in zip(terms, sizes)]).astype(np.int64))
        self.counts = tensor(np.concatenate([one[size:] for one, size in zip(terms, sizes)]).astype(np.int64))
        self.ranks = place_by_rank[tensor(np.concatenate([np.arange(size) for size in sizes]).astype(np.int64))]
        self.chunks = len(terms)
        self.read = read_by_biencoder([one.tolist() for one in lists_of(f'{folder}/{name}.pieces')])
        self.first = F.normalize(F.embedding_bag(self.rows, first_table, self.offsets, mode='sum', per_sample_weights=logs[self.counts] * first_place[self.ranks]), dim=-1)
        asked = np.fromfile(f'{folder}/{name}.asked', np.int16).reshape(-1, 2 * WIDTH).astype(np.float32) / 32767
        self.asked_first, self.asked = tensor(asked[:, :WIDTH]), tensor(asked[:, WIDTH:])
        questions = given['questions']
        self.kinds = [one['kind'] for one in questions]
        self.answers = torch.zeros(len(questions), self.chunks, dtype=torch.bool, device=device)
        among = torch.ones_like(self.answers)
        for i, one in enumerate(questions):
            self.answers[i, one['positive']] = True
            among[i, one['left']] = False
        self.among = among
        self.told_apart = among.clone()
        for kind in BLANKED:
            these = [i for i, one in enumerate(self.kinds) if one == kind]
            if these:
                self.told_apart[these] = self.answers[these].any(0)[None] & among[these]
        weight = np.array([shares.get(kind, 0) for kind in self.kinds])
        self.weight = tensor(weight, torch.float32) if len(weight) else None


repositories = [Repository(name[:-5]) for name in sorted(os.listdir(folder)) if name.endswith('.json')]
to_learn = [one for one in repositories if not one.held and one.chunks > 50 and len(one.kinds) > 5]
held = [one for one in repositories if one.held]
# Each kind weighs its share in all repositories together.
count_of = {kind: sum(one.kinds.count(kind) for one in to_learn) for kind in shares}
for one in to_learn:
    one.weight = one.weight / tensor([max(1, count_of.get(kind, 1)) for kind in one.kinds])
print(len(repositories), 'repositories', sum(one.chunks for one in repositories), 'chunks', count_of, flush=True)


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.word = nn.Embedding(rows, WIDTH)
        nn.init.normal_(self.word.weight, std=.1)
        self.place = nn.Parameter(torch.zeros(places))
        self.move = nn.Parameter(torch.eye(WIDTH))

    def passages(self, rows, counts, ranks, offsets, drop=0.0, table=None):
        weight = logs[counts] * self.place.exp()[ranks]
        if drop:
            weight = weight * (torch.rand(weight.shape, device=device) > drop)
        return F.normalize(F.embedding_bag(rows, self.word.weight if table is None else table, offsets, mode='sum', per_sample_weights=weight), dim=-1)

    def of(self, one, drop=0.0, table=None):
        return self.passages(one.rows, one.counts, one.ranks, one.offsets, drop, table)

    def questions(self, one, which=slice(None)):
        return F.normalize(one.asked[which] @ self.move.T, dim=-1)


def imitate(table, seconds):
    optimiser = torch.optim.Adam(table.parameters(), lr=options['rate'])
    together = [one for one in repositories if not one.held]
    base = np.cumsum([0] + [len(one.rows) for one in together])
    all_rows, all_counts, all_ranks = (torch.cat([getattr(one, part) for one in together]) for part in ('rows', 'counts', 'ranks'))
    starts = torch.cat([one.offsets + int(at) for one, at in zip(together, base)])
    ends = torch.cat([starts[1:], torch.tensor([len(all_rows)], device=device)])
    wanted = torch.cat([one.read for one in together])
    start, step, batch = time.time(), 0, 4096
    while (elapsed := (time.time() - start) / seconds) < 1:
        for group in optimiser.param_groups:
            group['lr'] = options['rate'] * min(1, (step + 1) / 100) * max(.02, 1 - elapsed)
        some = torch.randint(len(starts), (batch,), device=device)
        sizes = ends[some] - starts[some]
        offsets = torch.cumsum(sizes, 0) - sizes
        place = torch.arange(int(sizes.sum()), device=device) - torch.repeat_interleave(offsets, sizes) + torch.repeat_interleave(starts[some], sizes)
        made = table.passages(all_rows[place], all_counts[place], all_ranks[place], offsets, options['drop'])
        near = (1 - (made * wanted[some]).sum(1)).mean()
        part = slice(0, 1024)
        alike = F.mse_loss(made[part] @ made[part].T, wanted[some][part] @ wanted[some][part].T)
        loss = near + 5 * alike
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
    print(f'imitated {step} steps, {near.item():.3f} {alike.item():.4f}', flush=True)


def learn(table, options):
    parameters = [{'params': [table.word.weight], 'lr': options['learnrate'], 'decay': options['word']}, {'params': [table.place, table.move], 'lr': options['learnrate'] * .5}]
    optimiser = torch.optim.Adam(parameters)
    start, step, total = time.time(), 0, 0.0
    base = [group['lr'] for group in optimiser.param_groups]
    chances = np.array([float(one.weight.sum()) ** .5 for one in to_learn])
    while (elapsed := (time.time() - start) / options['learn']) < 1:
        for group, rate in zip(optimiser.param_groups, base):
            group['lr'] = rate * min(1, (step + 1) / 100) * max(.02, 1 - elapsed)
        loss = 0
        for number in np.random.choice(len(to_learn), min(options['repos'], len(to_learn)), p=chances / chances.sum(), replace=False):
            one = to_learn[number]
            which = torch.multinomial(one.weight, min(options['asked'], int((one.weight > 0).sum())), replacement=True)
            made = table.of(one, options['drop'])
            cosines = table.questions(one, which) @ made.T + options['sum'] * (one.asked_first[which] @ one.first.T)
            scores = (options['scale'] * cosines).masked_fill(~one.told_apart[which], -1e4)
            right = scores.masked_fill(~one.answers[which], -1e4)
            loss = loss + (scores.logsumexp(1) - right.logsumexp(1)).mean() + options['near'] * (1 - (made * one.read).sum(1)).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        total += loss.item() if step % 50 == 0 else 0
    print(f'learned {step} steps', round(total / max(1, step // 50) / options['repos'], 3), flush=True)


def rounded(weights, levels):
    scale = weights.abs().amax(1, keepdim=True).clamp(min=1e-8) / levels
    return (weights / scale).round().clamp(-levels, levels) * scale


@torch.no_grad()
def report(title, scores_of):
    found = {}
    for one in held:
        scores = scores_of(one).masked_fill(~one.among, -9)
        best = scores.masked_fill(~one.answers, -9).amax(1, keepdim=True)
        rank = 1 + (scores > best).sum(1)
        for kind, at in zip(one.kinds, rank.tolist()):
            found.setdefault(kind, []).append(at)
    line = ' '.join(f"{kind} {np.mean([1 / r if r <= 10 else 0 for r in ranks]):.3f}/{np.mean([r <= 60 for r in ranks]):.3f}" for kind, ranks in sorted(found.items()))
    print(f'{title:34} {line}', flush=True)


first = lambda one: one.asked_first @ one.first.T
report('first table', first)
report('bi-encoder', lambda one: one.asked @ one.read.T)
base = Table().to(device)
imitate(base, options['imitate'])
report('imitated', lambda one: one.asked @ base.of(one).T)
report('imitated + .5 first', lambda one: one.asked @ base.of(one).T + .5 * first(one))
state = {name: part.clone() for name, part in base.state_dict().items()}
for number, some in enumerate(sweep or [{}]):
    chosen = {**options, **some}
    base.load_state_dict(state)
    np.random.seed(chosen['seed'])
    learn(base, chosen)
    print('==', number, some)
    with torch.no_grad():
        for name, table in (('', base.word.weight), (' 8 bits', rounded(base.word.weight, 127)), (' 4 bits', rounded(base.word.weight, 7))):
            new = lambda one: base.questions(one) @ base.of(one, table=table).T
            report(f'{number} alone{name}', new)
            for weight in ((.3, .5, .8, 1.2) if not name else (.5,)):
                report(f'{number} + {weight} first{name}', lambda one: new(one) + weight * first(one))
    if chosen['save']:
        np.savez_compressed(out.replace('.npz', f'{number}.npz') if sweep else out, word=base.word.weight.detach().cpu().numpy().astype(np.float16), place=base.place.detach().cpu().numpy(), move=base.move.detach().cpu().numpy())
