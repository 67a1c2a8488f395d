/**
 * How an agent without an index looks for an answer, played with a fixed policy that gives ripgrep a fair chance:
 *
 *     words     of the question, without those that say nothing, their endings cut, so that any form matches
 *     call 1    rg -i -l for each word: files by what they match, a rare word more than a frequent one; the best 15
 *     call 2    rg -n -i in the best 5 of them: of each the 5 lines that match most
 *     call 3 …  60 lines of each around the place with the most words, in the order of the files; then call 2 for
 *               the next 5 files
 *
 * Minified files, lock files, translations and files above 1 MB are left out, and lines are cut at 200 characters.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = 15;
const AT_ONCE = 5;
const LINES = 5;
const WINDOW = 60;
const WIDEST = 200;
const LIMITS = ['--max-filesize', '1M', ...globs('*.min.*', '*.lock', '*.po', '*.svg', '*.snap', 'package-lock.json')];

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
  const files = ranked(words, root);
  const listed = files.slice(0, FILES);
  yield { text: listed.map(({ path, words: own }) => `${path}  ${own.join(' ')}\n`).join(''), seen: [] };
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE).map((one) => ({ ...one, ...readOf(one, words, root) }));
    const shown = some.flatMap(({ path, best }) => best.map((line) => ({ path, line })));
    yield {
      text: shown.map(({ path, line: { number, text } }) => `${path}:${number}:${text.slice(0, WIDEST)}\n`).join(''),
      seen: shown.map(({ path, line: { number } }) => ({ file: path, from: number, to: number })),
    };
    for (const { path, lines, start } of some) {
      const window = lines.slice(start, start + WINDOW).map((line) => line.slice(0, WIDEST));
      const text = window.map((line, i) => `${start + i + 1}\t${line}\n`).join('');
      yield { text, seen: [{ file: path, from: start + 1, to: start + window.length }] };
    }
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

function ranked(words, root) {
  const matched = words.map((word) => ({ word, files: rg(['-l', '-i', '-F', '-e', word], root) }));
  const all = new Map();
  for (const { word, files } of matched)
    for (const path of files) {
      const one = all.get(path) ?? { path, words: [], score: 0 };
      one.words.push(word);
      one.score += 1 / Math.log2(1 + files.length); // as much as it is rare
      all.set(path, one);
    }
  return [...all.values()].sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** The lines that match most words, in their order, and where the window with the most of them begins. */
function readOf({ path }, words, root) {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  const found = lines.map((line) => {
    const small = line.toLowerCase();
    return words.filter((word) => small.includes(word));
  });
  const best = [...lines.keys()]
    .filter((i) => found[i].length > 0)
    .sort((a, b) => found[b].length - found[a].length || a - b)
    .slice(0, LINES)
    .sort((a, b) => a - b)
    .map((i) => ({ number: i + 1, text: lines[i] }));
  let [start, most] = [0, -1];
  for (let i = 0; i < lines.length; i += 5) {
    const here = found.slice(i, i + WINDOW);
    const value = new Set(here.flat()).size + here.flat().length / 1000;
    if (value > most) [start, most] = [i, value];
  }
  return { lines, best, start };
}

function rg(args, cwd) {
  const { stdout, status, error } = spawnSync('rg', [...args, ...LIMITS, './'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error || status > 1) throw error ?? new Error(`rg ended with ${status}`);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.replace(/^\.\//, '')]));
}

function globs(...all) {
  return all.flatMap((glob) => ['--glob', `!${glob}`]);
}
