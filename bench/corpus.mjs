/**
 * Real files that every machine has after `npm ci`: those of the packages in both
 * node_modules folders. `--corpus DIR` uses your own folder instead.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ path: string, text: string, bytes: number, hash: string }} Text
 * @typedef {{ prose: Text[], markdown: Text[], config: Text[], code: Text[] }} Corpora
 */

const here = fileURLToPath(new URL('.', import.meta.url));
const installed = [join(here, '..', 'node_modules'), join(here, 'node_modules')];

const kinds = /** @type {const} */ ({
  prose: ['.md', '.txt', '.rst'],
  markdown: ['.md'],
  config: ['.json', '.yml', '.yaml', '.toml'],
  code: ['.js', '.mjs', '.cjs', '.ts', '.tsx', '.py', '.java', '.go', '.rb', '.rs', '.c', '.h', '.css'],
});

/** Larger files are bundles and rank tables: a handful of them would be the whole corpus. */
const LARGEST_FILE = 200_000;
const MOST_BYTES = 6_000_000;
const QUICK_BYTES = 1_000_000;
/** Every package has a licence, and they are much alike. */
const LICENCE_SHARE = 0.25;

/** @returns {Corpora} */
export function corpora({ folder, quick }) {
  const files = (folder ? [folder] : installed).flatMap((root) => [...walk(root)]);
  const most = quick ? QUICK_BYTES : MOST_BYTES;
  const entries = Object.entries(kinds).map(([kind, extensions]) => {
    const texts = distinct(files.filter((file) => isA(file, kind, extensions)).map(read));
    return [kind, pick(texts, most)];
  });
  const { prose, ...others } = Object.fromEntries(entries);
  return /** @type {Corpora} */ ({ prose: prose.map(asPlainText), ...others });
}

/** Prose is read as prose, whatever its markup: as markdown it is a corpus of its own. */
const asPlainText = (text) => ({ ...text, path: `${text.path}.txt` });

/**
 * About `bytes` out of the texts, evenly spread and always the same ones, for
 * peers that would take all day. Texts with a word of hundreds of letters stay
 * out: most counters need quadratic time for one, and a single such file in or
 * out of the sample would be the whole result. tokens.mjs measures it apart.
 */
export function sample(texts, bytes) {
  const calm = texts.filter(({ text }) => !LONG_WORD.test(text));
  const share = Math.min(1, bytes / size(calm));
  return calm.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}

const LONG_WORD = /\p{L}{300}|[^\s\p{L}\p{N}]{300}|[ \t]{300}/u;

export const size = (texts) => texts.reduce((sum, text) => sum + text.bytes, 0);

/** What is said of a corpus in a report: enough to see whether two runs read the same. */
export const describe = (texts) => ({
  files: texts.length,
  bytes: size(texts),
  fingerprint: digest(texts.map((text) => text.hash).join()).slice(0, 12),
});

/** Hidden files and folders hold what tools left behind: they change from run to run. */
function* walk(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries.filter(({ name }) => !name.startsWith('.'))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

const isLicence = (file) => /^(licen[sc]e|copying|notice|third.?party)/i.test(basename(file));

function isA(file, kind, extensions) {
  if (/\.min\.[cm]?js$/.test(file)) return false;
  return extensions.includes(extname(file).toLowerCase()) || (kind === 'prose' && isLicence(file));
}

/** @returns {Text | undefined} */
function read(file) {
  const bytes = statSync(file).size;
  if (bytes === 0 || bytes > LARGEST_FILE) return undefined;
  const raw = readFileSync(file);
  const text = raw.toString('utf8');
  // What is not UTF-8 reads differently to each of the contestants.
  return Buffer.from(text).equals(raw) ? { path: basename(file), text, bytes, hash: digest(raw) } : undefined;
}

function distinct(texts) {
  return [...new Map(texts.filter((text) => text !== undefined).map((text) => [text.hash, text])).values()];
}

/** Ordered by hash before the limit falls: by name, the packages that begin with `@` would be all there is. */
function pick(texts, most) {
  const shuffled = texts.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  const others = upTo(
    most,
    shuffled.filter((text) => !isLicence(text.path)),
  );
  const room = Math.min(most - size(others), (size(others) * LICENCE_SHARE) / (1 - LICENCE_SHARE));
  const licences = upTo(
    room,
    shuffled.filter((text) => isLicence(text.path)),
  );
  return [...others, ...licences].toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
}

/** Stops at the first that is too much: going on would fill the rest with the smallest. */
function upTo(most, texts) {
  let sum = 0;
  const end = texts.findIndex((text) => {
    sum += text.bytes;
    return sum > most;
  });
  return end < 0 ? texts : texts.slice(0, end);
}

const digest = (data) => createHash('sha256').update(data).digest('hex');
