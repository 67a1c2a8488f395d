"""
Trains the bi-encoder (PyTorch, one GPU, six minutes): a pretrained sentence encoder learns from the lists, and a small
one learns from it.

    python3 train/biencoder.py LISTS MODEL BIENCODER.npz [option=value …]

LISTS holds what biencoder-lists.mjs wrote, MODEL model.safetensors (or its fp16) and tokenizer.json of all-MiniLM-L6-v2.
Repositories that train/manifest.json holds back are never trained on; the figures are theirs: MRR@10 and Hit@5 of each
kind of question, of the best forty by trees and reader, without the bi-encoder and with it over the best `depth`.

    teacher   MiniLM, 3 epochs over the lists: softmax over an answer and eleven others, and over the batch
    student   3 layers, 256 wide: its vectors of windows of chunks and of questions become the teacher's, up to a
              projection, and so do their cosines; then 3 epochs over the lists, in the precision that froe loads
"""
import json, math, os, struct, sys, time
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

folder, pretrained, out = sys.argv[1:4]
options = dict(width=256, heads=8, hidden=512, layers=3, pieces=48, seconds=330.0, batch=1024, depth=6, weight=12.0, seed=1)
for word in sys.argv[4:]:
    name, value = word.split('=')
    options[name] = type(options[name])(value)
shares = {'ask': .35, 'asked': .1, 'doc': .15, 'heading': .08, 'link': .07, 'commit': .1, 'message': .05, 'name': .03, 'keywords': .07}
LONGEST, QUESTION, LIST, SCALE = 96, 30, 40, 20.0
device = 'cuda' if torch.cuda.is_available() else 'cpu'
torch.manual_seed(options['seed'])
amp = lambda: torch.autocast(device, dtype=torch.bfloat16)
where = lambda mask: mask.nonzero(as_tuple=True)[0]

manifest = json.load(open(os.path.join(os.path.dirname(__file__), 'manifest.json')))['repositories']
held_names = {one['repository'].replace('/', '+') for one in manifest if one.get('held')}


def texts(path):
    numbers, found, at = np.fromfile(path, np.uint16), [], 0
    while at < len(numbers):
        end = at + 1 + int(numbers[at])
        found.append(numbers[at + 1:end])
        at = end
    return found


whole, bare, questions, chunk_held = [], [], [], []
for name in sorted(one[:-5] for one in os.listdir(folder) if one.endswith('.json')):
    base, base_bare = len(whole), len(bare)
    some = texts(f'{folder}/{name}.chunks')
    whole += some
    bare += texts(f'{folder}/{name}.bare')
    chunk_held += [name in held_names] * len(some)
    for one in json.load(open(f'{folder}/{name}.json'))['questions']:
        # Numbers of bare chunks are negative until all are known.
        one['chunks'] = [-1 - chunk - base_bare if one['bare'] else chunk + base for chunk in one['chunks']]
        questions.append(dict(one, held=name in held_names))
for one in questions:
    one['chunks'] = [chunk if chunk >= 0 else len(whole) - 1 - chunk for chunk in one['chunks']]
everything = whole + bare

# Only pieces that occur, numbered anew.
vocabulary = json.load(open(f'{pretrained}/tokenizer.json'))['model']['vocab']
name_of = {number: piece for piece, number in vocabulary.items()}
used = np.zeros(len(vocabulary), bool)
for one in everything:
    used[one] = True
for one in questions:
    used[np.array(one['pieces'], np.int64)] = True
used[[vocabulary[piece] for piece in ('[PAD]', '[UNK]', '[CLS]', '[SEP]')]] = True
ids = np.flatnonzero(used)
number = np.zeros(len(vocabulary), np.int64)
number[ids] = np.arange(len(ids))
BEGIN, END = int(number[vocabulary['[CLS]']]), int(number[vocabulary['[SEP]']])

padded = lambda lists, size, fill: torch.tensor(np.array([list(one)[:size] + [fill] * (size - len(one)) for one in lists])).to(device)
lengths = torch.tensor([len(one) for one in everything]).to(device)
chunk_pieces = torch.zeros(len(everything), LONGEST, dtype=torch.int32)
chunk_pieces[torch.arange(LONGEST)[None] < lengths.cpu()[:, None]] = torch.from_numpy(number[np.concatenate(everything)].astype(np.int32))
chunk_pieces = chunk_pieces.to(device)
asked = padded([number[np.array(one['pieces'], np.int64)] for one in questions], QUESTION, 0)
asked_lengths = torch.tensor([min(QUESTION, len(one['pieces'])) for one in questions]).to(device)
listed = padded([one['chunks'] for one in questions], LIST, -1)
labels = padded([one['labels'] for one in questions], LIST, 0).float()
scores = padded([[odds + .7 * reader for odds, reader in zip(one['odds'], one['reader'])] for one in questions], LIST, -99.0).float()
kinds = sorted({one['kind'] for one in questions})
kind = torch.tensor([kinds.index(one['kind']) for one in questions]).to(device)
held = torch.tensor([one['held'] for one in questions]).to(device)
to_learn = where((labels.sum(1) > 0) & (asked_lengths > 0) & ~held)
to_imitate = torch.tensor([i for i, one in enumerate(chunk_held) if not one]).to(device)
print(f'{len(whole)} chunks, {len(questions)} questions, {len(ids)} pieces', flush=True)

quantised = False  # whether weights are rounded as in the file; gradients pass


def rounded(weights, levels):
    if not quantised:
        return weights
    scale = weights.detach().abs().amax(1, keepdim=True).clamp(min=1e-8) / levels
    return weights + ((weights.detach() / scale).round().clamp(-levels, levels) * scale - weights.detach())


class Linear(nn.Linear):
    def forward(self, x):
        return F.linear(x, rounded(self.weight, 127), self.bias)


class Table(nn.Embedding):
    def forward(self, x):
        return F.embedding(x, rounded(self.weight, 7))


class Layer(nn.Module):
    def __init__(self, width, heads, hidden, activation):
        super().__init__()
        self.heads, self.activation = heads, activation
        self.qkv, self.o, self.n1 = Linear(width, 3 * width), Linear(width, width), nn.LayerNorm(width, eps=1e-12)
        self.f1, self.f2, self.n2 = Linear(width, hidden), Linear(hidden, width), nn.LayerNorm(width, eps=1e-12)

    def forward(self, x, mask):
        batch, size, width = x.shape
        query, key, value = (y.view(batch, size, self.heads, -1).transpose(1, 2) for y in self.qkv(x).chunk(3, -1))
        found = F.scaled_dot_product_attention(query, key, value, attn_mask=mask[:, None, None, :])
        x = self.n1(x + self.o(found.transpose(1, 2).reshape(batch, size, width)))
        return self.n2(x + self.f2(self.activation(self.f1(x))))


class Encoder(nn.Module):
    def __init__(self, width, heads, hidden, layers, activation):
        super().__init__()
        self.word, self.pos, self.n = Table(len(ids), width), nn.Embedding(128, width), nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(width, heads, hidden, activation) for _ in range(layers))
        self.drop = 0.0

    def forward(self, x, mask):
        if self.training and self.drop:
            keep = torch.rand(x.shape, device=x.device) > self.drop
            keep[:, 0] = True
            mask = mask & keep
        state = self.n(self.word(x) + self.pos(torch.arange(x.shape[1], device=x.device)))
        for layer in self.layers:
            state = layer(state, mask)
        counted = mask[..., None].to(state.dtype)
        return F.normalize(((state * counted).sum(1) / counted.sum(1)).float(), dim=-1)


def between(pieces, count, size):
    """Pieces → BEGIN, pieces, END and nothing, and which of these are there."""
    count = count.clamp(max=size - 2)
    place = torch.arange(size, device=device)[None]
    x = torch.zeros(len(pieces), size, dtype=torch.long, device=device)
    some = min(size - 2, pieces.shape[1])
    x[:, 1:1 + some] = pieces[:, :some].long()
    x[:, 0] = BEGIN
    x = torch.where(place == count[:, None] + 1, END, x)
    mask = place < count[:, None] + 2
    return torch.where(mask, x, 0), mask


def pretrained_weights():
    data = open(f'{pretrained}/model.safetensors', 'rb').read()
    size = struct.unpack('<Q', data[:8])[0]
    kinds_of = {'F16': np.float16, 'F32': np.float32, 'I64': np.int64}
    return {name: np.frombuffer(data[8 + size + part['data_offsets'][0]:8 + size + part['data_offsets'][1]], kinds_of[part['dtype']]).reshape(part['shape']).astype(np.float32)
            for name, part in json.loads(data[8:8 + size]).items() if name != '__metadata__'}


given = {name.removeprefix('bert.'): torch.from_numpy(part) for name, part in pretrained_weights().items()}
words = given['embeddings.word_embeddings.weight'][torch.from_numpy(ids)]
places = given['embeddings.position_embeddings.weight'][:128] + given['embeddings.token_type_embeddings.weight'][0]


def minilm():
    encoder = Encoder(384, 12, 1536, 6, F.gelu)
    with torch.no_grad():
        encoder.word.weight.copy_(words)
        encoder.pos.weight.copy_(places)
        fill = lambda module, name: (module.weight.copy_(given[f'{name}.weight']), module.bias.copy_(given[f'{name}.bias']))
        fill(encoder.n, 'embeddings.LayerNorm')
        for i, layer in enumerate(encoder.layers):
            at = f'encoder.layer.{i}'
            for part, into in (('weight', layer.qkv.weight), ('bias', layer.qkv.bias)):
                into.copy_(torch.cat([given[f'{at}.attention.self.{name}.{part}'] for name in ('query', 'key', 'value')]))
            for module, name in ((layer.o, 'attention.output.dense'), (layer.n1, 'attention.output.LayerNorm'), (layer.f1, 'intermediate.dense'), (layer.f2, 'output.dense'), (layer.n2, 'output.LayerNorm')):
                fill(module, f'{at}.{name}')
    return encoder.to(device)


def student():
    """Its words and positions are the principal components of the teacher's."""
    encoder = Encoder(options['width'], options['heads'], options['hidden'], options['layers'], F.relu)
    sample = words[torch.randperm(len(words))[:8000]]
    components = torch.linalg.svd(sample - words.mean(0), full_matrices=False)[2][:options['width']].T
    with torch.no_grad():
        encoder.word.weight.copy_(words @ components)
        encoder.pos.weight.copy_(places @ components)
        for module in encoder.modules():
            if isinstance(module, nn.Linear):
                nn.init.normal_(module.weight, std=.04)
                nn.init.zeros_(module.bias)
    return encoder.to(device)


@torch.no_grad()
def vectors(encoder, pieces, counts, size):
    encoder.eval()
    with amp():
        return torch.cat([encoder(*between(some, count, size)) for some, count in zip(pieces.split(4096), counts.split(4096))])


def learn(encoder, size, rate, teacher=None):
    """Three epochs over the lists: an answer among eleven others and among the batch; and as the teacher orders them."""
    global quantised
    batch, others = 64, 11
    optimiser = torch.optim.AdamW(encoder.parameters(), lr=rate, weight_decay=.01)
    weight = torch.zeros(len(questions), device=device)
    for i, name in enumerate(kinds):
        these = to_learn[kind[to_learn] == i]
        if len(these):
            weight[these] = shares[name] / len(these)
    if teacher is not None:
        need = torch.unique(listed[listed >= 0])
        taught = torch.zeros(len(everything), 384, device=device)
        taught[need] = vectors(teacher, chunk_pieces[need], lengths[need], LONGEST)
        taught_asked = vectors(teacher, asked, asked_lengths, QUESTION + 2)
        quantised = True
    encoder.drop = .1
    encoder.train()
    total = 3 * len(to_learn) // batch
    for step in range(total):
        for group in optimiser.param_groups:
            group['lr'] = rate * min(1, (step + 1) / (.1 * total + 1)) * max(.02, 1 - step / total)
        row = torch.multinomial(weight, batch)
        label, there = labels[row], listed[row] >= 0
        answer = (label * (torch.rand(label.shape, device=device) + .01)).argmax(1, keepdim=True)
        # The better a chunk ranks, the likelier it is one of the others.
        priority = torch.where(there & (label == 0), torch.rand(label.shape, device=device) - torch.arange(LIST, device=device)[None] * .02, -9.0)
        picked = priority.scatter(1, answer, 9.0).topk(others + 1, 1)
        chunk, valid = listed[row].gather(1, picked.indices), picked.values > -5
        flat = chunk.clamp(min=0).reshape(-1)
        with amp():
            of_chunk = encoder(*between(chunk_pieces[flat], lengths[flat], size)).view(batch, others + 1, -1)
            of_question = encoder(*between(asked[row], asked_lengths[row], QUESTION + 2))
        cosines = torch.where(valid, torch.einsum('qd,qcd->qc', of_question, of_chunk) * SCALE, -1e4)
        loss = F.cross_entropy(cosines, torch.zeros(batch, dtype=torch.long, device=device))
        same = (chunk[:, 0][:, None] == chunk[:, 0][None]) & ~torch.eye(batch, dtype=torch.bool, device=device)
        loss = loss + .5 * F.cross_entropy(torch.where(same, -1e4, of_question @ of_chunk[:, 0].T * SCALE), torch.arange(batch, device=device))
        if teacher is not None:
            wanted = torch.where(valid, torch.einsum('qd,qcd->qc', taught_asked[row], taught[chunk.clamp(min=0)]) * SCALE, -1e4)
            loss = loss + 3 * F.kl_div(F.log_softmax(cosines, 1), F.softmax(wanted, 1), reduction='batchmean')
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        optimiser.step()
    encoder.drop = 0.0


def imitate(encoder, teacher):
    """Windows of chunks, a fifth of them as short as a question, and questions: the teacher's vectors and cosines."""
    rate, batch = 1.5e-3, options['batch']
    project = nn.Linear(options['width'], 384).to(device)
    parameters = [*encoder.parameters(), *project.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=rate, weight_decay=.01)
    some_asked = where(~held & (asked_lengths > 3))
    teacher.eval()
    encoder.train()
    start, step = time.time(), 0
    while (elapsed := (time.time() - start) / options['seconds']) < 1:
        for group in optimiser.param_groups:
            group['lr'] = rate * min(1, (step + 1) / 200) * max(.02, 1 - elapsed)
        chunk = to_imitate[torch.randint(len(to_imitate), (batch * 3 // 4,), device=device)]
        count = lengths[chunk]
        shift = (torch.rand(len(chunk), device=device) * count * .6 * (torch.rand(len(chunk), device=device) < .5)).long()
        pieces = chunk_pieces[chunk].gather(1, (torch.arange(LONGEST, device=device)[None] + shift[:, None]).clamp(max=LONGEST - 1))
        count = count - shift
        short = torch.rand(len(chunk), device=device) < .2
        count = torch.where(short, torch.minimum(count, torch.randint(4, 20, count.shape, device=device)), count)
        row = some_asked[torch.randint(len(some_asked), (batch - len(chunk),), device=device)]
        of_questions = between(asked[row], asked_lengths[row], QUESTION + 2)
        with torch.no_grad(), amp():
            wanted = torch.cat([teacher(*between(pieces, count, LONGEST)), teacher(*of_questions)])
        with amp():
            made = torch.cat([encoder(*between(pieces, count, options['pieces'])), encoder(*of_questions)])
        near = (1 - F.cosine_similarity(project(made), wanted)).mean()
        some = torch.randperm(batch, device=device)[:512]
        itself = torch.arange(batch, device=device)[None] == some[:, None]
        cosines = lambda x: (x[some] @ x.T * SCALE).masked_fill(itself, -1e4)
        alike = F.kl_div(F.log_softmax(cosines(made), 1), F.softmax(cosines(wanted), 1), reduction='batchmean')
        optimiser.zero_grad()
        (3 * near + alike).backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        step += 1
    print(f'imitated in {step} steps: 1 - cosine {near.item():.4f}, divergence {alike.item():.4f}', flush=True)


@torch.no_grad()
def report(title, encoder, size):
    row = where(held & (asked_lengths > 0))
    need = torch.unique(listed[row][listed[row] >= 0])
    made = torch.zeros(len(everything), encoder.word.weight.shape[1], device=device)
    made[need] = vectors(encoder, chunk_pieces[need], lengths[need], size)
    cosines = torch.einsum('qd,qcd->qc', vectors(encoder, asked[row], asked_lengths[row], QUESTION + 2), made[listed[row].clamp(min=0)])
    base = torch.where(listed[row] >= 0, scores[row], -99.0)
    rank = base.argsort(dim=1, descending=True).argsort(dim=1)
    inside = ((rank < options['depth']) & (listed[row] >= 0)).float()
    mean = (cosines * inside).sum(1, keepdim=True) / inside.sum(1, keepdim=True).clamp(min=1)
    print(title)
    for name, score in (('without', base), ('with', base + options['weight'] * (cosines - mean) * inside)):
        order = labels[row].gather(1, score.argsort(dim=1, descending=True))[:, :10]
        first = torch.where(order.sum(1) > 0, order.argmax(1) + 1.0, math.inf)
        print(f'  {name:8}' + ''.join(f'{one} {(1 / first[kind[row] == i]).mean():.3f} {(first[kind[row] == i] <= 5).float().mean():.3f}  '
                                      for i, one in enumerate(kinds) if (kind[row] == i).any()), flush=True)


teacher = minilm()
learn(teacher, LONGEST, 4e-5)
report('teacher', teacher, LONGEST)
small = student()
imitate(small, teacher)
report('student, by imitation', small, options['pieces'])
learn(small, options['pieces'], 1e-4, teacher)
report('student, as in the file', small, options['pieces'])
np.savez(out, pieces=np.array([name_of[one] for one in ids]), **{name: part.half().cpu().numpy() for name, part in small.state_dict().items()})
