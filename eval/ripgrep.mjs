/**
 * How an agent without an index searches for an answer, with a fixed policy that gives ripgrep a fair chance:
 *
 *     words     of the question, without stop words and endings, so that any form matches
 *     call 1    rg -i -l for each word: files by the words they match, a rare word more than a frequent one; the
 *               best 15 with their words
 *     call 2 …  60 lines of each file around the line with the most words, in that order. rg -n would find it;
 *               that call is not counted
 *
 * Minified files, lock files, translations, change logs and files above 1 MB are left out, tests too unless the
 * question asks for them, and lines are cut at 200 characters. Of the policies that were tried (files by the number
 * of words alone, with tests, with the matching lines shown first, other windows) this one solved the most.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = 15;
const WINDOW = 60;
const WIDEST = 200;
const LIMITS = [
  '--max-filesize',
  '1M',
  ...globs('*.min.*', '*.lock', '*.po', '*.svg', '*.snap', 'package-lock.json'),
  ...globs('**/{CHANGELOG,CHANGES,HISTORY,NEWS}*', '**/{locales,locale,translations}/**'),
];
const TESTS = globs('**/{test,tests,spec,specs,__tests__}/**', '*[._-]{test,spec}.*', 'test_*');
/** About as many as a large repository has. */
const ALL_FILES = 6000;

const idle = new Set(
  `a about after all also an and any are as at be because been before being but by can could did do does doing done for
  from get gets give given go goes had has have having how i if in into is it its just let like made make makes many
  may me might more most much must my no not of off on one only onto or other our out over own put same set should so
  some such than that the their them then there these they thing things this those to too up use used uses using very
  want was way we well were what when where which while who why will with within without work works would you your`.split(
    /\s+/,
  ),
);

export async function* byRipgrep(query, { root }) {
  const words = wordsOf(query);
  const limits = /\b(test|spec)/i.test(query) ? LIMITS : [...LIMITS, ...TESTS];
  const files = ranked(words, root, limits);
  const listed = files.slice(0, FILES);
  yield { text: listed.map(({ path, words: own }) => `${path}  ${own.join(' ')}\n`).join(''), seen: [] };
  for (const { path } of files) {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    const start = densest(lines, words);
    const window = lines.slice(start, start + WINDOW).map((line) => line.slice(0, WIDEST));
    const text = window.map((line, i) => `${start + i + 1}\t${line}\n`).join('');
    yield { text, seen: [{ file: path, from: start + 1, to: start + window.length }] };
  }
}

const wordsOf = (query) => [
  ...new Set(
    (query.toLowerCase().match(/[\p{L}\d_]{3,}/gu) ?? [])
      .filter((word) => !idle.has(word))
      .map((word) =>
        word.length > 5 ? word.replace(/(?:ations?|ings?|ies|ed|es|ly|s|e)$/, '') : word.replace(/s$/, ''),
      ),
  ),
];

function ranked(words, root, limits) {
  const all = new Map();
  for (const word of words) {
    const files = rg(['-l', '-i', '-F', '-e', word, ...limits], root);
    for (const path of files) {
      const one = all.get(path) ?? { path, words: [], score: 0 };
      one.words.push(word);
      one.score += Math.log(ALL_FILES / files.length);
      all.set(path, one);
    }
  }
  return [...all.values()].sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** The start of the window with the most distinct words; of several, the one with the most matching lines. */
function densest(lines, words) {
  const found = lines.map((line) => words.filter((word) => line.toLowerCase().includes(word)));
  let [start, most] = [0, -1];
  for (let i = 0; i < lines.length; i += 5) {
    const here = found.slice(i, i + WINDOW).flat();
    const value = new Set(here).size + here.length / 1000;
    if (value > most) [start, most] = [i, value];
  }
  return start;
}

function rg(args, cwd) {
  const { stdout, status, error } = spawnSync('rg', [...args, './'], { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error || status > 1) throw error ?? new Error(`rg ended with ${status}`);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.replace(/^\.\//, '')]));
}

function globs(...all) {
  return all.flatMap((glob) => ['--glob', `!${glob}`]);
}
