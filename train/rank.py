"""
Trains the two rankers: trees by gradient boosting (XGBoost), a list of candidates for each question.

    python3 train/rank.py FEATURES first|closely OUT.json [option=value …]
    python3 train/rank.py FEATURES first|closely OUT.json upon=1 only=close.synonyms,… [option=value …]

With upon=1 the trees of OUT.json stay, and what is trained are further ones that correct their sum; `only` names the
features that these may ask for.

FEATURES holds what lists.mjs wrote. Repositories that train/manifest.json holds back are never trained on; the
figures are theirs: MRR@10 and Hit@5 of each kind of question, beside the order of what the trees were given.
"""
import json, os, sys
import numpy as np
import xgboost

folder, stage, out = sys.argv[1:4]
options = dict(rounds=150, depth=4, eta=0.1, child=20.0, objective='rank:pairwise', reg=1.0, monotone=1, columns=0.7, ask=1.0, upon=0, only='', seed=1)
# How much each kind of question counts in all, whatever their number; what is asked of documents alone is a kind of its own.
shares = dict(
    first={'ask': 0.34, 'asked': 0.07, 'doc': 0.1, 'heading': 0.06, 'link': 0.05, 'commit': 0.1, 'message': 0.06, 'name': 0.05, 'keywords': 0.05,
           'heading in documents': 0.04, 'link in documents': 0.06, 'keywords in documents': 0.02, 'ask in documents': 0.06},
    closely={'ask': 0.32, 'asked': 0.06, 'doc': 0.1, 'heading': 0.06, 'link': 0.05, 'commit': 0.08, 'message': 0.05, 'name': 0.04, 'keywords': 0.03,
             'heading in documents': 0.07, 'link in documents': 0.12, 'keywords in documents': 0.02, 'ask in documents': 0.06},
)[stage]
# More of these is never less likely an answer, all else being the same; and of these never more.
rising = 'words vector vectorOut both document ofFolder folderBest pathCovers nameCovers close.covered close.coveredElsewhere close.coveredAsWritten close.coveredBody close.coveredName close.coveredAbove close.coveredCount close.coveredTogether close.rarestTwo close.often close.sideBySide close.nameIs close.names close.stressed close.beside close.called close.alike nameMeans pathMeans close.meantWords close.meantName close.meantHeading close.synonyms'.split()
falling = ['wordsRank', 'vectorRank', 'close.behind', *'lockfile translation generated fixture vendored test archived changelog'.split()]
for word in sys.argv[4:]:
    name, value = word.split('=')
    options[name] = type(options[name])(value)
shares['ask'] *= options['ask']
names = json.load(open(f'{folder}/{stage}.json'))
manifest = json.load(open(os.path.join(os.path.dirname(__file__), 'manifest.json')))['repositories']
held = {one['repository'].replace('/', '+') for one in manifest if one.get('held')}

lists = []
for file in sorted(os.listdir(folder)):
    if not file.endswith(f'.{stage}.jsonl'):
        continue
    repository = file[: -len(f'.{stage}.jsonl')]
    values = np.fromfile(f'{folder}/{repository}.{stage}.bin', np.float32).reshape(-1, len(names) + 1)
    at = 0
    for line in open(f'{folder}/{file}'):
        row = json.loads(line)
        part = values[at:at + row['rows']]
        at += row['rows']
        if repository.endswith('.documents'):
            row['kind'] += ' in documents'
        row.update(repository=repository, held=repository.removesuffix('.documents') in held, labels=part[:, 0], values=part[:, 1:])
        lists.append(row)

rankers = json.load(open(out)) if os.path.exists(out) else {}
upon = rankers[stage] if options['upon'] else None
left_out = [at for at, name in enumerate(names) if options['only'] and name not in options['only'].split(',')]

def sums(rows):
    """What the trees of the file give, row by row (src/search/decisionTrees.ts)."""
    feature, limit, value, after = (np.array(upon[part]) for part in ('feature', 'limit', 'value', 'next'))
    place = np.array([names.index(name) for name in upon['features']])
    total = np.zeros(len(rows))
    for root, depth in zip(upon['trees'][::2], upon['trees'][1::2]):
        at = np.full(len(rows), root)
        for _ in range(depth):
            tested = rows[np.arange(len(rows)), place[np.maximum(feature[at], 0)]]
            at = np.where(feature[at] < 0, at, np.where(tested < limit[at], after[at], after[at] + 1))
        total += value[at]
    return total

def matrix(some):
    rows = np.concatenate([one['values'] for one in some])
    margin = sums(rows) if upon else None
    rows[:, left_out] = 0
    data = xgboost.DMatrix(rows, label=np.concatenate([one['labels'] for one in some]), feature_names=names)
    data.set_group([one['rows'] for one in some])
    if upon:
        data.set_base_margin(margin)
    return data

train = [one for one in lists if not one['held'] and 0 < one['found'] < one['rows']]
judge = [one for one in lists if one['held'] and one['rows'] > 0]
counts = {kind: sum(one['kind'] == kind for one in train) for kind in shares}
weights = np.array([shares[one['kind']] / counts[one['kind']] for one in train])
data = matrix(train)
data.set_weight(weights / weights.mean())
settings = dict(objective=options['objective'], max_depth=options['depth'], eta=options['eta'], min_child_weight=options['child'],
                reg_lambda=options['reg'], subsample=0.7, colsample_bytree=options['columns'], tree_method='hist', seed=options['seed'], nthread=int(os.environ.get('OMP_NUM_THREADS', os.cpu_count())), base_score=0)
if options['monotone']:
    settings['monotone_constraints'] = tuple(1 if name in rising else -1 if name in falling else 0 for name in names)
model = xgboost.train(settings, data, options['rounds'])

def figures(some, scores):
    found = {}
    for one, score in zip(some, scores):
        order = np.argsort(-score, kind='stable')
        places = np.nonzero(one['labels'][order] > 0)[0]
        first = places[0] if len(places) else 99
        kind = one['kind'] if one['mode'] == 'hybrid' else 'words alone'
        found.setdefault(kind, []).append((1 / (first + 1) if first < 10 else 0, first < 5, first < 60))
    return {kind: [round(float(x), 3) for x in np.mean(rows, axis=0)] + [len(rows)] for kind, rows in sorted(found.items())}

scores = model.predict(matrix(judge))
ends = np.cumsum([one['rows'] for one in judge])
before = [sums(one['values']) if upon else one['values'][:, names.index('words')] + one['values'][:, names.index('vector')] for one in judge]
print('train', len(train), 'judge', len(judge))
print('before', figures(judge, before))
print('after ', figures(judge, np.split(scores, ends[:-1])))
gain = model.get_score(importance_type='total_gain')
print('most  ', sorted(((round(v), k) for k, v in gain.items()), reverse=True)[:int(os.environ.get('MOST', 30))])
print('unused', [name for name in names if name not in gain])

# The sum of the trees, as the ln of the odds that a chunk is an answer: fitted on what was held back. That of a file is odds already.
slope, bias = (1.0, 0.0) if upon else (1.0, -3.0)
z, y = scores, np.concatenate([one['labels'] for one in judge])
for _ in range(0 if upon else 100):
    p = 1 / (1 + np.exp(-(slope * z + bias)))
    g = np.array([((p - y) * z).sum(), (p - y).sum()])
    w = p * (1 - p)
    h = np.array([[(w * z * z).sum(), (w * z).sum()], [(w * z).sum(), w.sum()]])
    slope, bias = np.array([slope, bias]) - np.linalg.solve(h + 1e-6 * np.eye(2), g)
print('odds   slope', round(slope, 3), 'bias', round(bias, 3))

def node(tree):
    """A leaf's value; or a feature, its limit, the mean value of the subtree, and both children. And how much it covers."""
    if 'leaf' in tree:
        return float(f"{slope * tree['leaf']:.4g}"), tree['cover']
    by = {child['nodeid']: child for child in tree['children']}
    (below, low), (above, high) = node(by[tree['yes']]), node(by[tree['no']])
    value = lambda one: one if isinstance(one, float) else one[2]
    mean = (value(below) * low + value(above) * high) / max(low + high, 1e-9)
    return [names.index(tree['split']), float(f"{tree['split_condition']:.6g}"), float(f'{mean:.4g}'), below, above], low + high

def flat(trees):
    """Arrays by node, level by level (src/search/decisionTrees.ts). A leaf leads to itself."""
    nodes, roots, feature, limit, value, after = [], [], [], [], [], []
    for tree in trees:
        nodes.append(tree)
        level, depth = [len(nodes) - 1], -1
        roots += [level[0], 0]
        while level:
            start, depth = len(nodes), depth + 1
            for at in level:
                tested, bound, mean, *children = nodes[at] if isinstance(nodes[at], list) else (-1, 0, nodes[at])
                feature.append(tested), limit.append(bound), value.append(mean), after.append(len(nodes) if children else at - 1)
                nodes += children
            level = list(range(start, len(nodes)))
        roots[-1] = depth
    return dict(feature=feature, limit=limit, value=value, next=after, trees=roots)

def joined(old, new):
    """The trees of both, in one set of arrays."""
    count = len(old['feature'])
    place = [names.index(name) for name in old['features']]
    return dict(
        feature=[at if at < 0 else place[at] for at in old['feature']] + new['feature'],
        limit=old['limit'] + new['limit'],
        value=old['value'] + new['value'],
        next=old['next'] + [at + count for at in new['next']],
        trees=old['trees'] + [at + count if i % 2 == 0 else at for i, at in enumerate(new['trees'])],
    )

trees = [node(json.loads(tree))[0] for tree in model.get_dump(with_stats=True, dump_format='json')]
made = flat([float(f'{bias:.4g}'), *trees][1 if upon else 0:])
rankers[stage] = dict(features=names, **(joined(upon, made) if upon else made))
json.dump(rankers, open(out, 'w'), separators=(',', ':'))
print('bytes', os.path.getsize(out))
