/**
 * The history of a repository → pairs: the subject of a commit, or its whole message, and the chunks that it changed,
 * as they were before it: who reads a request looks for the code as it is.
 *
 *     rev-list ── 500 by hash ──► diff-tree ── few files, one to be read ──► log -p -U0 ──► old blob, old lines
 *                                                                                              │
 *     subject, message  ◄───────────────────────────────── chunks over those lines ◄──  parsed and cut
 */
import { execFileSync } from 'node:child_process';
import { chunksOf } from './pairs.mjs';

const MOST_COMMITS = 500;
const MOST_FILES = 5;
const MOST_CHUNKS = 3;
const LARGEST = 60_000;
const NOTHING =
  /^(?:merge|revert|bump|release|version|prepare|update (?:changelog|version|dependenc)|typo|wip|lint|format|style|ci\b|chore|docs?\b|test|tests|add(?:ed)? tests?\b|fix (?:lint|typo|tests?|build|ci)|clean ?up|refactor|initial|v?\d)/i;

/** What git prints; where an object is missing, as the largest are from some mirrors, what it printed before. */
function git(folder, args, input) {
  const options = { input, encoding: 'latin1', maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'ignore'] };
  try {
    return execFileSync(
      'git',
      ['-C', folder, '-c', 'safe.directory=*', '-c', 'core.quotePath=false', ...args],
      options,
    );
  } catch (error) {
    return error.stdout ?? '';
  }
}

/**
 * @param reads which paths are read
 * @param blobs (folder, [{hash, path}]) as extract.mjs reads them
 * @param take (kind, query, document)
 */
export async function commitsOf(folder, commit, reads, blobs, take) {
  const changes = changesOf(folder, chosen(folder, commit, reads), reads);
  const wanted = new Map(changes.flatMap(({ files }) => files.map((file) => [file.hash, file])));
  const chunks = new Map();
  for await (const { path, hash, bytes } of blobs(folder, [...wanted.values()])) {
    if (bytes.length > LARGEST) continue;
    // A file that cannot be cut teaches nothing.
    const read = await chunksOf(path, bytes).catch(() => undefined);
    if (read) chunks.set(hash, read);
  }
  for (const { subject, message, files } of changes) {
    const found = files
      .flatMap(({ hash, lines }) => chunks.get(hash)?.over(lines) ?? [])
      .sort((a, b) => b.lines - a.lines)
      .slice(0, MOST_CHUNKS);
    for (const { text } of found) take('commit', subject, text);
    if (message !== '' && found.length > 0) take('message', `${subject} ${message}`, found[0].text);
  }
}

/** The same commits on every run: in the order of their hashes, which is no order at all. */
function chosen(folder, commit, reads) {
  const hashes = git(folder, ['rev-list', '--no-merges', '-n', '20000', commit]).split('\n').filter(Boolean).sort();
  const kept = [];
  for (let at = 0; at < hashes.length && kept.length < MOST_COMMITS; at += 500) {
    const listed = git(folder, ['diff-tree', '--stdin', '-r', '--root'], `${hashes.slice(at, at + 500).join('\n')}\n`);
    let files = [];
    let hash = '';
    const end = () => {
      const few = files.length > 0 && files.length <= MOST_FILES;
      if (few && files.some(([status, path]) => status === 'M' && reads(path))) kept.push(hash);
    };
    for (const line of listed.split('\n')) {
      if (line.startsWith(':')) files.push(line.slice(line.indexOf('\t') - 1).split('\t'));
      else {
        if (hash) end();
        [hash, files] = [line.trim(), []];
      }
    }
  }
  return kept.slice(0, MOST_COMMITS);
}

/** Subject, message and, for every file that is read, the old blob and its changed lines (1-based, both inclusive). */
function changesOf(folder, hashes, reads) {
  const args = [
    'log',
    '--no-walk=unsorted',
    '--stdin',
    '--diff-filter=M',
    '--no-renames',
    '--no-color',
    '--full-index',
  ];
  let text = '';
  for (let at = 0; at < hashes.length; at += 50)
    text += git(folder, [...args, '-p', '-U0', '--format=%x00%B%x01'], `${hashes.slice(at, at + 50).join('\n')}\n`);
  return text.split('\0').flatMap((part) => {
    const [said = '', patch = ''] = Buffer.from(part, 'latin1').toString('utf8').split('\x01');
    const { subject, message } = readMessage(said);
    if (subject === undefined) return [];
    const files = patch.split(/^diff --git /m).flatMap((diff) => {
      const hash = /^index (\w+)\.\./m.exec(diff)?.[1];
      const path = /^--- a\/(.*)$/m.exec(diff)?.[1];
      if (!hash || !path || !reads(path)) return [];
      const lines = [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)].map(([, from, count = '1']) => ({
        from: Number(from),
        to: Number(from) + Math.max(Number(count), 1) - 1,
      }));
      return [{ hash, path, lines }];
    });
    return files.length > 0 ? [{ subject, message, files }] : [];
  });
}

/** Without numbers of issues, signatures and marks of convention; no subject for one that says nothing of the code. */
export function readMessage(said) {
  const [first = '', ...rest] = said.trim().split('\n');
  const subject = first
    .replace(/\(?(?:gh-|#)\d+\)?|\[[^\]]*\]|:[a-z_]+:/gi, ' ')
    .replace(/^\s*(?:fix|feat|perf)(?:\(([^)]*)\))?!?:\s*/i, '$1 ')
    .replace(/^\s*(?:fixe[sd]|closes?d?|refs)\s*(?:,\s*|--\s*|:\s*)+/i, '')
    .replace(/\s+/g, ' ')
    .replace(/^\W+|[\s.]+$/g, '');
  const words = subject.match(/[A-Za-z]{2,}/g)?.length ?? 0;
  if (words < 3 || subject.length > 200 || NOTHING.test(subject)) return {};
  const body = rest
    .filter(
      (line) => !/^\s*(?:[\w-]+-by:|co-authored|cc:|git-svn|https?:|change-id|pull request|pr\b|\(cherry)/i.test(line),
    )
    .join(' ')
    .replace(/(?:gh-|#)\d+|https?:\S+/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 600);
  return { subject, message: (body.match(/[A-Za-z]{2,}/g)?.length ?? 0) >= 8 ? body : '' };
}
