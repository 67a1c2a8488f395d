/**
 * node train/withhold.mjs TREES OUT [--documents] [--excerpts] [owner+name …]
 *
 * A whole tree → questions about it, and the tree without what they were made of:
 *
 *     first sentence of a doc comment        → the function; the comment is blanked     doc
 *     the same as a question                 → the same                                 asked
 *     a heading that asks or says something  → its section; the heading is blanked      heading
 *     text of a link                         → the section it points to                 link
 *     subject of a commit                    → the lines it wrote that still stand      commit
 *     its whole message                      → the same                                 message
 *     a name, alone or in a question         → what defines it                          name
 *     the rare words of one of these         → the same                                 keywords
 *     a reader's question (questions.jsonl)  → the lines that answer it                 ask
 *     with `--excerpts`, excerpt-questions.jsonl too
 *
 * What is blanked keeps its line breaks, so lines are those of the tree as it was. TREES holds clones
 * `owner+name`; OUT gets `owner+name/` and `owner+name.jsonl`. With `--documents` a tree is its documents alone,
 * asked by headings, links and what readers asked about them: `owner+name.documents/` and `.jsonl`, where there are
 * enough of them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from '../build/pipeline/chunk.js';
import { backgroundIdf } from '../build/search/backgroundIdf.js';
import { queryWords } from '../build/text/words.js';
import { readMessage } from './commits.mjs';
import { cleaned, firstSentence, slugOf } from './pairs.mjs';

const [documents, excerpts] = ['--documents', '--excerpts'].map((flag) => process.argv.includes(flag));
const [, , trees, out, ...only] = process.argv.filter((word) => !word.startsWith('--'));
const readers = ['questions.jsonl', ...(excerpts ? ['excerpt-questions.jsonl'] : [])].flatMap((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)),
);
/** Most questions of a kind about one repository. */
const MOST = documents
  ? { doc: 0, heading: 60, link: 120, commit: 0, message: 0, name: 0 }
  : { doc: 60, heading: 20, link: 30, commit: 30, message: 15, name: 12 };
/** A folder with fewer pages is none of documents. */
const FEWEST_PAGES = 15;
const MOST_OF_A_FILE = 3;
const LONGEST_ANSWER = 120;
const CODE = /\.(?:py|pyi|tsx?|jsx?|mjs|go|java|rs|rb|cs|php|kt|kts|swift|c|h|cc|cpp|hpp|cxx|ex|exs|scala)$/;
const PROSE = /\.(?:md|mdx|markdown|rst|adoc)$/;
const BESIDE =
  /(?:^|[/_.])(?:tests?|specs?|benchmarks?|vendor|third_party|dist|generated|fixtures?|testdata)(?:[/_.]|$)|changelog|(?:^|\/)(?:zh|ja|ko|fr|es|de|ru|pt|pt-br|zh-cn|zh_cn|it|tr|pl|uk|fa|id|ar)\//i;
const LARGEST = 200_000;
const LINK = /\[([^\][\n]{6,120})\]\(([^()\s]{1,200})\)/g;

/** How a name is asked for. */
const NAMED = [
  ({ name }) => name,
  ({ name, outer }) => (outer ? `${outer}.${name}` : name),
  ({ name }) => `where is ${name} defined`,
  ({ name }) => `what does ${name} do`,
  ({ name }) =>
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/_/g, ' ')
      .toLowerCase(),
];

/** How a comment is asked for: "Returns the users." → "how does it return the users". */
const ASKED = [
  ({ base, rest }) => `how does it ${base} ${rest}`,
  ({ base, rest }) => `where does it ${base} ${rest}`,
  ({ verb, rest }) => `what ${verb} ${rest}`,
  ({ base, rest }) => `how can I ${base} ${rest}?`,
  ({ base, rest }) => `where is the code to ${base} ${rest}`,
];

mkdirSync(out, { recursive: true });
for (const name of only.length > 0 ? only : readdirSync(trees)) {
  if (existsSync(join(out, `${named(name)}.jsonl`))) continue;
  const found = await questionsOf(name);
  const counts = {};
  for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
  process.stdout.write(`${name} ${JSON.stringify(counts)}\n`);
}

function named(name) {
  return documents ? `${name}.documents` : name;
}

async function questionsOf(name) {
  const [tree, target] = [join(trees, name), join(out, named(name))];
  const all = git(tree, ['ls-files', '-z']).split('\0').filter(Boolean);
  const paths = all.filter((path) => !documents || (PROSE.test(path) && !BESIDE.test(path)));
  if (documents && paths.length < FEWEST_PAGES) return [];
  rmSync(target, { recursive: true, force: true });
  execFileSync('cp', ['-al', tree, target]);
  rmSync(join(target, '.git'), { recursive: true, force: true });
  const kept = new Set(paths);
  for (const path of all) if (!kept.has(path)) rmSync(join(target, path), { recursive: true, force: true });
  const asked = readers.filter(
    ({ repository, answers }) =>
      repository.replace('/', '+') === name && (!documents || answers.every(({ file }) => kept.has(file))),
  );
  const found = asked.map(({ query, answers }) => ({ kind: 'ask', query, answers }));
  const taken = new Map(asked.flatMap(({ answers }) => answers.map(({ file }) => [file, true])));
  const pages = new Map();
  const comments = [];
  const headings = [];
  const definitions = [];
  for (const path of paths) {
    if (BESIDE.test(path) || !(CODE.test(path) || PROSE.test(path))) continue;
    const page = await read(join(tree, path), path);
    if (!page) continue;
    if (PROSE.test(path)) {
      pages.set(path, page);
      headings.push(...headingsOf(path, page));
    } else {
      comments.push(...commentsOf(path, page));
      definitions.push(...definitionsOf(path, page));
    }
  }
  const blanked = [];
  for (const [kind, all] of Object.entries({ doc: comments, heading: headings })) {
    const perFile = new Map();
    for (const one of shuffled(all)) {
      const n = perFile.get(one.path) ?? 0;
      // A reader's question may be answered by the very comment.
      if (n >= MOST_OF_A_FILE || taken.has(one.path) || blanked.filter((b) => b.kind === kind).length >= MOST[kind])
        continue;
      perFile.set(one.path, n + 1);
      blanked.push({ ...one, kind });
    }
  }
  blank(target, blanked);
  found.push(...blanked.map(({ kind, query, answers }) => ({ kind, query, answers })));
  found.push(...blanked.filter(({ kind }, i) => kind === 'doc' && i % 3 === 0).flatMap(asQuestion));
  found.push(...shuffled(linksOf(pages)).slice(0, MOST.link));
  if (MOST.commit > 0) found.push(...commitsOf(tree, new Set(paths)));
  found.push(...namesAmong(definitions));
  found.push(
    ...found
      .filter(({ kind }, i) => i % 4 === 0 && !['ask', 'asked', 'name', 'message'].includes(kind))
      .flatMap(inKeywords),
  );
  writeFileSync(join(out, `${named(name)}.jsonl`), found.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return found;
}

async function read(file, path) {
  const bytes = readFileSync(file);
  if (bytes.length > LARGEST || bytes.length < 200) return undefined;
  const parsed = await parse(bytes, { path }).catch(() => undefined);
  if (!parsed || parsed.source.extracted) return undefined;
  const { text } = parsed.source;
  // Offsets are into the text as it is on the disk.
  if (text !== bytes.toString('utf8')) return undefined;
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineOf = (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  return { text, root: parsed.root, lineOf };
}

function* nodes(node) {
  for (const child of node.children) {
    yield child;
    yield* nodes(child);
  }
}

/** From the first line that is not blank to the last. */
function placeOf(path, { text, lineOf }, start, end) {
  const [from, to] = [start + text.slice(start).search(/\S/), start + text.slice(start, end).trimEnd().length - 1];
  return { file: path, startLine: lineOf(from), endLine: lineOf(Math.max(from, to)) };
}

function commentsOf(path, page) {
  const found = [];
  for (const node of nodes(page.root)) {
    if (!node.name || !node.doc || !['function', 'method', 'constructor'].includes(node.kind)) continue;
    const query = firstSentence(cleaned(page.text.slice(node.doc.start, node.doc.end)));
    if (!query) continue;
    const start = node.doc.start <= node.start ? node.doc.end : node.start;
    const answer = placeOf(path, page, start, node.end);
    if (answer.endLine - answer.startLine > LONGEST_ANSWER || answer.endLine - answer.startLine < 2) continue;
    found.push({ path, span: node.doc, query, answers: [answer] });
  }
  return found;
}

function definitionsOf(path, page) {
  const found = [];
  const visit = (node, outer) => {
    for (const child of node.children) {
      const answer =
        child.name &&
        ['function', 'method', 'class'].includes(child.kind) &&
        placeOf(path, page, child.start, child.end);
      if (answer && answer.endLine - answer.startLine <= LONGEST_ANSWER && /[a-z][A-Z]|[a-z]_[a-z]/.test(child.name))
        found.push({ path, name: child.name, outer, query: child.name, answers: [answer] });
      visit(child, child.kind === 'class' ? child.name : outer);
    }
  };
  visit(page.root, undefined);
  return found;
}

/** Those that only one thing has. */
function namesAmong(definitions) {
  const counts = new Map();
  for (const { name } of definitions) counts.set(name, (counts.get(name) ?? 0) + 1);
  return shuffled(definitions.filter(({ name }) => counts.get(name) === 1))
    .slice(0, MOST.name)
    .map((one, i) => ({ kind: 'name', query: NAMED[i % NAMED.length](one), answers: one.answers }));
}

function headingsOf(path, page) {
  const found = [];
  for (const node of nodes(page.root)) {
    if (node.kind !== 'section' || !node.head || !node.name) continue;
    const words = node.name.match(/[A-Za-z]{2,}/g)?.length ?? 0;
    const asks = /\?\s*$|^(?:how|why|what|when|can|does|is|should|where|do)\b/i.test(node.name);
    if (!(asks ? words >= 3 : words >= 4) || node.name.length > 120) continue;
    const own = node.children.find(({ kind }) => kind === 'section')?.start ?? node.end;
    if (page.text.slice(node.head.end, own).trim().length < 150) continue;
    const answer = placeOf(path, page, node.head.end, own);
    if (answer.endLine - answer.startLine > LONGEST_ANSWER) continue;
    found.push({ path, span: node.head, query: node.name, answers: [answer] });
  }
  return found;
}

/** With every character but the line breaks made a space. */
function blank(target, spans) {
  const byPath = new Map();
  for (const { path, span } of spans) byPath.set(path, [...(byPath.get(path) ?? []), span]);
  for (const [path, all] of byPath) {
    const file = join(target, path);
    let text = readFileSync(file, 'utf8');
    for (const { start, end } of all)
      text = text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
    // The file is one with that of the clone.
    unlinkSync(file);
    writeFileSync(file, text);
  }
}

function linksOf(pages) {
  const sections = new Map();
  for (const [path, page] of pages)
    for (const node of nodes(page.root))
      if (node.kind === 'section' && node.name && node.head) {
        const own = node.children.find(({ kind }) => kind === 'section')?.start ?? node.end;
        const key = `${path}#${slugOf(node.name)}`;
        if (page.text.slice(node.head.end, own).trim().length > 60 && !sections.has(key))
          sections.set(key, placeOf(path, page, node.head.start, own));
      }
  const found = [];
  for (const [path, { text, lineOf }] of pages) {
    for (const { 1: label, 2: target, index } of text.matchAll(LINK)) {
      if (/^[a-z]+:/i.test(target) || text[index - 1] === '!' || !target.includes('#')) continue;
      const [file, anchor] = target.split('#');
      const to =
        file === '' ? path : posix.normalize(file.startsWith('/') ? file.slice(1) : join(posix.dirname(path), file));
      const said = label.replace(/[`*_]/g, ' ').trim();
      const answer = [to, `${to}.md`, `${to}.mdx`, `docs/${to}`, `docs/${to}.md`]
        .map((one) => sections.get(`${one}#${anchor}`))
        .find(Boolean);
      if (
        !answer ||
        (said.match(/[A-Za-z]{2,}/g)?.length ?? 0) < 2 ||
        answer.endLine - answer.startLine > LONGEST_ANSWER
      )
        continue;
      const line = lineOf(index);
      found.push({
        kind: 'link',
        query: said,
        answers: [answer],
        exclude: [{ file: path, startLine: line, endLine: line }],
      });
    }
  }
  const seen = new Set();
  return found.filter(({ query }) => !seen.has(query) && seen.add(query));
}

/** The newest that changed a few files, and of which lines still stand as they were written. */
function commitsOf(tree, paths) {
  const log = git(tree, [
    'log',
    '-n',
    '400',
    '--no-merges',
    '--diff-filter=M',
    '--no-renames',
    '--no-color',
    '-p',
    '-U0',
    '--format=%x00%B%x01',
  ]);
  const found = [];
  const texts = new Map();
  for (const part of log.split('\0')) {
    if (found.length >= MOST.commit + MOST.message) break;
    const [said = '', patch = ''] = part.split('\x01');
    const { subject, message } = readMessage(said);
    if (subject === undefined) continue;
    const diffs = patch.split(/^diff --git /m).slice(1);
    if (diffs.length > 5) continue;
    const answers = diffs.flatMap((diff) => {
      const path = /^--- a\/(.*)$/m.exec(diff)?.[1];
      if (!path || !paths.has(path) || BESIDE.test(path) || !(CODE.test(path) || PROSE.test(path))) return [];
      if (!texts.has(path)) texts.set(path, readFileSync(join(tree, path), 'utf8').split('\n'));
      return diff
        .split(/^@@ .*$/m)
        .slice(1)
        .flatMap((hunk) => {
          const added = hunk
            .split('\n')
            .filter((line) => line.startsWith('+'))
            .map((line) => line.slice(1));
          const at = standsAt(texts.get(path), added);
          return at < 0 || added.length > LONGEST_ANSWER
            ? []
            : [{ file: path, startLine: at + 1, endLine: at + added.length }];
        });
    });
    if (answers.length > 0 && answers.length <= 8) {
      found.push({ kind: 'commit', query: subject, answers });
      if (message !== '' && found.filter(({ kind }) => kind === 'message').length < MOST.message)
        found.push({ kind: 'message', query: `${subject} ${message}`, answers });
    }
  }
  return found;
}

/** Where these lines stand; −1 where they don't, say nothing, or stand twice. */
function standsAt(lines, these) {
  if (these.join('').trim().length < 20) return -1;
  const places = [];
  for (let at = 0; at + these.length <= lines.length; at++)
    if (these.every((line, i) => line === lines[at + i])) places.push(at);
  return places.length === 1 ? places[0] : -1;
}

/** Of a comment that begins with what the function does, in the third person. */
function asQuestion({ query, answers }, i) {
  const [, verb, rest] = /^([A-Za-z]+) +(.{8,})$/s.exec(query) ?? [];
  if (!verb || /^(?:this|its?|is|as|was|does|has|class)$/i.test(verb) || !/s$/.test(verb)) return [];
  const plain = verb.toLowerCase();
  const base = plain.replace(/(?<=(?:ss|sh|ch|x|z))es$|(?<!s)s$/, '').replace(/ie$/, 'y');
  const text = ASKED[i % ASKED.length]({ base, verb: plain, rest });
  return [{ kind: 'asked', query: text.replace(/\.$/, ''), answers }];
}

/** As people type into a box: the three or four rarest words, in their order. */
function inKeywords({ query, ...rest }) {
  const words = query.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const rarity = (word) => Math.max(0, ...queryWords(word).map(backgroundIdf));
  const kept = new Set(
    [...words]
      .sort((a, b) => rarity(b) - rarity(a))
      .filter((word) => rarity(word) > 0)
      .slice(0, 3 + (words.length % 2)),
  );
  const short = words.filter((word) => kept.delete(word)).join(' ');
  return short.includes(' ') && short !== query ? [{ ...rest, kind: 'keywords', query: short.toLowerCase() }] : [];
}

/** The same order on every run, and no order of the alphabet. */
function shuffled(all) {
  return all
    .map((one) => ({ one, key: keyOf(`${one.query} ${one.path ?? ''}`) }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
}

function keyOf(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x85ebca6b) >>> 0;
}

function git(folder, args) {
  return execFileSync('git', ['-C', folder, '-c', 'safe.directory=*', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
}
