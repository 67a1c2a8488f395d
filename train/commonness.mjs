/**
 * node train/commonness.mjs REPOSITORIES owner/name…
 *
 * Reads the newest commit of git directories under REPOSITORIES (owner+name/repo) and writes
 * model/commonness.txt: how much of a repository has a word, as text/words.ts gives it, on average.
 *
 *     41 cach header retri       e^−4.1, or 1.7 % of all stretches of thirty lines, have each of these
 *
 * Words of fewer than five of them are left out; src/search/queryProfile.ts says what they count as. Take
 * repositories of many kinds, and none that anything is evaluated on. The table there is is of:
 * sharkdp/fd pallets/werkzeug sinatra/sinatra hapijs/hapi gofiber/fiber mkdocs/mkdocs lobsters/lobsters
 * square/okhttp FasterXML/jackson-databind clap-rs/clap cli/cli etcd-io/etcd eslint/eslint webpack/webpack
 * mochajs/mocha puma/puma sequelize/sequelize nestjs/nest scrapy/scrapy composer/composer wagtail/wagtail
 * solidusio/solidus excalidraw/excalidraw spring-projects/spring-batch serilog/serilog redis/hiredis
 * scikit-image/scikit-image temporalio/temporal python-poetry/poetry vuejs/vitepress
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOf } from '../build/text/words.js';

const [, , mirror, ...names] = process.argv;
const LINES = 30;
const MOST_FILES = 1500;
const LONGEST_FILE = 200_000;
/** A stretch of more is data. */
const LONGEST = 20_000;
const LEAST_REPOSITORIES = 5;
const NO_TEXT =
  /\.(png|jpg|gif|svg|woff2?|ttf|ico|pdf|zip|jar|lock|min\.js|map|snap|po|csv)$|lock\.json$|(^|\/)(vendor|node_modules|third_party|dist)\//;
const WORD = /^[a-z0-9]{1,24}$/;

const shares = new Map();
for (const name of names) {
  const { counts, stretches } = counted(join(mirror, name.replace('/', '+'), 'repo'));
  for (const [word, count] of counts) {
    const known = shares.get(word) ?? { sum: 0, repositories: 0 };
    shares.set(word, { sum: known.sum + count / stretches, repositories: known.repositories + 1 });
  }
}

const byValue = new Map();
for (const [word, { sum, repositories }] of shares) {
  if (repositories < LEAST_REPOSITORIES || !WORD.test(word)) continue;
  const value = Math.round(-10 * Math.log(sum / names.length));
  byValue.set(value, [...(byValue.get(value) ?? []), word]);
}
const lines = [...byValue].sort(([a], [b]) => a - b).map(([value, words]) => `${value} ${words.sort().join(' ')}\n`);
writeFileSync(new URL('../model/commonness.txt', import.meta.url), lines.join(''));

/** In how many stretches of a repository's files each word stands. */
function counted(repository) {
  const git = (args, input) => execFileSync('git', ['-C', repository, ...args], { input, maxBuffer: 2 ** 30 });
  const files = git(['ls-tree', '-r', '-l', '--full-tree', 'HEAD'])
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [meta, path] = line.split('\t');
      const [, type, hash, size] = meta.split(/\s+/);
      return { path, type, hash, size: Number(size) };
    })
    .filter(({ path, type, size }) => type === 'blob' && size > 0 && size < LONGEST_FILE && !NO_TEXT.test(path));
  const step = Math.max(1, files.length / MOST_FILES);
  const some = files.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  const all = git(['cat-file', '--batch'], some.map(({ hash }) => `${hash}\n`).join(''));
  const counts = new Map();
  let stretches = 0;
  let at = 0;
  for (const { path } of some) {
    const head = all.indexOf(10, at);
    const size = Number(all.subarray(at, head).toString().split(' ')[2]);
    const body = all.subarray(head + 1, head + 1 + size);
    at = head + 1 + size + 1;
    if (body.subarray(0, 4000).includes(0)) continue;
    const lines = body.toString('utf8').split('\n');
    for (let i = 0; i < lines.length; i += LINES) {
      const text = `${path}\n${lines.slice(i, i + LINES).join('\n')}`;
      if (text.length > LONGEST) continue;
      stretches++;
      for (const word of new Set(wordsOf(text).split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return { counts, stretches };
}
