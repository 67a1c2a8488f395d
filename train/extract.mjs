/**
 * node train/extract.mjs REPOSITORIES OUT [part/of]
 *
 * Reads the newest commit of every git directory under REPOSITORIES (owner+name/repo) that
 * train/manifest.json lists and writes bags of terms, one file per repository:
 *
 *     OUT/owner+name.bin     pairs        u8 kind, then two bags
 *     OUT/owner+name.log     the same, of its history (commits.mjs)
 *     OUT/owner+name.all     every chunk of a repository that is held back, once for each query it answers
 *     bag                    u16 n, then n × (u32 term, u8 count), in the order of first occurrence
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bags } from './bags.mjs';
import { commitsOf } from './commits.mjs';
import { KINDS, linksOf, pairsOf } from './pairs.mjs';

const [, , mirror, out, share = '0/1'] = process.argv;
const [part, of] = share.split('/').map(Number);
const { repositories } = JSON.parse(readFileSync(join(import.meta.dirname, 'manifest.json'), 'utf8'));

const MOST_CODE = 1000;
const MOST_PROSE = 500;
/** Most pairs of one kind from one repository: no project may set the tone. */
const MOST = {
  doc: 6000,
  long: 1500,
  name: 800,
  heading: 2500,
  question: 1000,
  link: 2500,
  alone: 2000,
  commit: 1500,
  message: 500,
};
const MOST_TERMS = 256;
const CODE = /\.(?:py|pyi|tsx?|jsx?|mjs|go|java|rs|rb|cs|php|kt|kts|swift|c|h|cc|cpp|hpp|cxx)$/;
const PROSE = /\.(?:md|mdx|markdown|rst|adoc)$/;
const TESTS = /(?:^|[/_.])(?:tests?|specs?|benchmarks?|examples?|samples?|demos?)(?:[/_.]|$)/i;
const SKIP =
  /(?:^|\/)(?:vendor|node_modules|third_party|thirdparty|dist|build|generated|fixtures?|testdata|snapshots|__snapshots__|locales?|i18n|examples?\/.*\/node_modules|\.github|_?versions?|versioned_docs|archive|legacy|deps|bundled|_vendor)\/|\.min\.|\.d\.ts$|_pb2|\.pb\.|\.generated\.|zz_generated|changelog|changes|history|release-?notes|releases?\/|whatsnew|(?:^|\/)(?:zh|zh-cn|zh_cn|zh-tw|ja|ko|fr|es|de|ru|pt|pt-br|pt_br|it|tr|pl|uk|vi|fa|id|ar|hi|th|nl|cs|ro|hu|sv|guide-[a-z]{2}(?:-[A-Z]{2})?)\/|[._-](?:zh|ja|ko|fr|es|de|ru|pt|cn)(?:[-_][a-z]{2})?\.md$/i;

/** Pairs as bags, each once, and no more of a kind than MOST. */
class Pairs {
  bags = new Bags();
  counts = {};
  #seen = new Set();

  take = (kind, query, document) => {
    if ((this.counts[kind] ?? 0) >= MOST[kind]) return;
    const key = `${query}\0${document.length}\0${document.slice(-80)}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    this.bags.byte(KINDS.indexOf(kind));
    this.bags.bag(query, 96);
    this.bags.bag(document, MOST_TERMS);
  };
}

mkdirSync(out, { recursive: true });
for (const [index, { repository, commit, held }] of repositories.entries()) {
  if (index % of !== part) continue;
  const folder = join(mirror, repository.replace('/', '+'), 'repo');
  const target = join(out, repository.replace('/', '+'));
  for (const [ending, read] of [
    ['bin', (pairs) => filesOf(folder, commit, pairs, held ? `${target}.all` : undefined)],
    ['log', (pairs) => commitsOf(folder, commit, reads, blobs, pairs.take)],
  ]) {
    if (existsSync(`${target}.${ending}`)) continue;
    const started = Date.now();
    const pairs = new Pairs();
    await read(pairs);
    writeFileSync(`${target}.${ending}`, pairs.bags.bytes());
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${repository}.${ending} ${JSON.stringify(pairs.counts)} ${seconds} s\n`);
  }
}

/** What a commit is about, of all it changed: not its tests. */
function reads(path) {
  return (CODE.test(path) || PROSE.test(path)) && !SKIP.test(path) && !TESTS.test(path);
}

async function filesOf(folder, commit, pairs, allFile) {
  const all = allFile && new Bags();
  const documents = new Map();
  for await (const { path, bytes } of blobs(folder, chosen(folder, commit))) {
    const prose = PROSE.test(path);
    const every =
      all &&
      ((document, queries) => {
        for (const query of queries.length > 0 ? queries : ['']) {
          all.byte(prose ? 1 : 0);
          all.bag(query, 96);
          all.bag(document, MOST_TERMS);
        }
      });
    // A file that cannot be cut teaches nothing.
    const page = await pairsOf(path, bytes, pairs.take, every).catch(() => undefined);
    if (page) documents.set(path, page);
  }
  linksOf(documents, pairs.take);
  if (all) writeFileSync(allFile, all.bytes());
}

/** The same files on every run: in the order of their blobs' hashes, which is no order at all. */
function chosen(git, commit) {
  const rows = execFileSync('git', ['-C', git, '-c', 'safe.directory=*', 'ls-tree', '-r', '-l', '-z', commit], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
    .split('\0')
    .flatMap((row) => {
      const [, type, hash, size, path] = /^\d+ (\w+) (\w+)\s+(\S+)\t([\s\S]*)$/.exec(row) ?? [];
      return type === 'blob' && size > 200 && size < 200_000 && !SKIP.test(path) ? [{ hash, path }] : [];
    })
    .sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const code = rows.filter(({ path }) => CODE.test(path));
  const tests = code.filter(({ path }) => TESTS.test(path));
  const main = new Set(tests);
  return [
    ...code.filter((row) => !main.has(row)).slice(0, MOST_CODE),
    ...tests.slice(0, 60),
    ...rows.filter(({ path }) => PROSE.test(path)).slice(0, MOST_PROSE),
  ];
}

async function* blobs(git, files) {
  for (let at = 0; at < files.length; at += 200) {
    const batch = files.slice(at, at + 200);
    const child = spawn('git', ['-C', git, '-c', 'safe.directory=*', 'cat-file', '--batch'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.end(batch.map(({ hash }) => `${hash}\n`).join(''));
    const chunks = [];
    for await (const chunk of child.stdout) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    let offset = 0;
    for (const { path, hash } of batch) {
      const line = bytes.indexOf(10, offset);
      if (line < 0) break;
      const size = Number(bytes.toString('latin1', offset, line).split(' ')[2]);
      if (!Number.isFinite(size)) {
        offset = line + 1;
        continue;
      }
      yield { path, hash, bytes: bytes.subarray(line + 1, line + 1 + size) };
      offset = line + 2 + size;
    }
  }
}
