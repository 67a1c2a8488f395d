/**
 * Whether froe knows what it cannot answer: every repository of the `ask` set is asked
 * its own questions and those of all others.
 *
 *     node eval/confidence.mjs QUESTIONS CORPORA [--indexes DIR]
 *
 * fits the weights of the evidence (a logistic regression per mode), sets the thresholds,
 * and writes src/search/calibration.ts and eval/golden/confidence.md; build afterwards.
 * `low` is set so that 95 % of a repository's own questions pass. Questions of other sets
 * about the same repositories are included in the fit, but do not change the thresholds.
 * Validation leaves a repository out, as an index and with its questions, and rates it
 * with the weights of the others.
 *
 * Folders and --indexes are those of eval/rank.mjs.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { confidenceLevel, confidenceScore } from '../build/search/confidence.js';
import { open } from '../dist/engine/engine.js';
import { fitted } from './fitted.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { indexes: { type: 'string' } } });
const [questions, corpora] = positionals;
const modes = ['hybrid', 'keyword', 'vector'];
const others = ['anchor2section', 'faq2section', 'commit2code', 'question2code', 'issue2code', 'doc2func'];
/** Of each other set, for each repository. */
const SOME = 5;
/** The share of own questions that may be rated low. */
const MISSED = 0.05;
/** The share of questions rated high that are own ones, if own and foreign ones are equally frequent. */
const PRECISE = 0.9;
const VECTORS = ['nearest', 'nearestTen', 'nearestAll'];
/** Vectors alone are not reranked by the reader. */
const READER = ['score'];
const unused = { hybrid: [], keyword: VECTORS, vector: READER };
const DIGITS = 4;

const { pairs, model } = await asked();
const calibrated = Object.fromEntries(modes.map((mode) => [mode, calibratedOn(of(mode))]));
const withoutReader = Object.fromEntries(modes.map((mode) => [mode, calibratedOn(of(mode), READER)]));
writeCalibration();
const report = reported();
writeFileSync(new URL('golden/confidence.md', import.meta.url), report);
process.stdout.write(report);

/** Every question to every repository, in every mode: {set, mode, index, from, own, evidence}. */
async function asked() {
  const all = questionsOf();
  const keep = values.indexes ?? mkdtempSync(join(tmpdir(), 'froe-confidence-'));
  mkdirSync(join(keep, 'ask'), { recursive: true });
  const found = [];
  let model = '';
  for (const corpus of new Set(all.filter(({ set }) => set === 'ask').map(({ corpus }) => corpus))) {
    const index = join(keep, 'ask', `${corpus}.db`);
    const engine = await open(join(corpora, 'ask', corpus), { index, sync: { threads: availableParallelism() } });
    await engine.sync();
    model = (await engine.state()).model.id;
    for (const { set, repo, query } of all) {
      for (const mode of modes) {
        const { evidence } = await engine.search(query, { mode, limit: 1, merge: false, sync: false });
        found.push({ set, mode, index: repoOf(corpus), from: repo, own: repoOf(corpus) === repo, evidence });
      }
    }
    await engine.close();
    process.stderr.write(`${corpus}\n`);
  }
  if (!values.indexes) rmSync(keep, { recursive: true, force: true });
  return { pairs: found, model };
}

/** All of `ask`, and some that other sets ask of the same repositories. */
function questionsOf() {
  const read = (set) =>
    readFileSync(join(questions, `${set}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .map(({ repo, commit, query }) => ({ set, repo, query, corpus: corpusOf(repo, commit) }));
  const ask = read('ask').filter(({ corpus }) => existsSync(join(corpora, 'ask', corpus)));
  const repos = [...new Set(ask.map(({ repo }) => repo))];
  const more = others.filter((set) => existsSync(join(questions, `${set}.jsonl`))).map(read);
  return [...ask, ...more.flatMap((set) => repos.flatMap((repo) => spread(set.filter((one) => one.repo === repo))))];
}

/** So many of a list, evenly. */
function spread(list) {
  const group = (i) => Math.floor((i * SOME) / list.length);
  return list.filter((_, i) => group(i) !== group(i - 1));
}

function corpusOf(repo, commit) {
  return `${repo.replace('/', '+')}@${commit.slice(0, 12)}`;
}
function repoOf(corpus) {
  return corpus.split('@')[0].replace('+', '/');
}

function of(mode) {
  return pairs.filter((pair) => pair.mode === mode);
}

function calibratedOn(some, without = []) {
  const left = [...unused[some[0].mode], ...without];
  const names = Object.keys(some[0].evidence.figures).filter((name) => !left.includes(name));
  const rows = some.map(({ evidence }) => names.map((name) => evidence.figures[name]));
  const { weights, bias } = fitted(
    rows,
    some.map(({ own }) => own),
  );
  const plain = (value) => Number(value.toPrecision(DIGITS));
  const model = { weights: Object.fromEntries(names.map((name, i) => [name, plain(weights[i])])), bias: plain(bias) };
  return {
    ...model,
    marks: marksOf(
      some.filter(({ set }) => set === 'ask'),
      model,
    ),
  };
}

function marksOf(some, { weights, bias }) {
  const scores = (own) =>
    some
      .filter((pair) => pair.own === own)
      .map(({ evidence }) => confidenceScore(evidence.figures, weights, bias))
      .sort((a, b) => a - b);
  const [mine, foreign] = [scores(true), scores(false)];
  const missed = Math.floor(mine.length * MISSED);
  const low = (mine[Math.max(0, missed - 1)] + mine[missed]) / 2;
  const above = (list, mark) => list.filter((score) => score >= mark).length / list.length;
  const high = mine.find(
    (mark) => mark >= low && above(mine, mark) >= PRECISE * (above(mine, mark) + above(foreign, mark)),
  );
  return { low: Number(low.toFixed(DIGITS)), high: Number((high ?? mine.at(-1)).toFixed(DIGITS)) };
}

function writeCalibration() {
  const { vector: _, ...withReader } = calibrated;
  const file = new URL('../src/search/calibration.ts', import.meta.url);
  const [head] = readFileSync(file, 'utf8').split(/(?<=^} = )/m);
  const literal = (value, indent) =>
    typeof value !== 'object'
      ? typeof value === 'string'
        ? `'${value}'`
        : String(value)
      : `{\n${Object.entries(value)
          .map(([name, one]) => `${indent}  ${name}: ${name === 'marks' ? marks(one) : literal(one, `${indent}  `)},\n`)
          .join('')}${indent}}`;
  const marks = ({ low, high }) => `{ low: ${low}, high: ${high} }`;
  writeFileSync(file, `${head}${literal({ model, withReader, withoutReader }, '')};\n`);
}

function reported() {
  const rows = modes.map((mode) => {
    const some = of(mode).filter(({ set }) => set === 'ask');
    const levels = leveled(some, calibrated[mode]);
    const left = leftOut(of(mode));
    return row(mode, ...figures(levels), share(left, true, notLow), share(left, false, low));
  });
  const byIndex = [...new Set(pairs.map(({ index }) => index))].map((index) => {
    const some = of('hybrid').filter((pair) => pair.set === 'ask' && pair.index === index);
    const levels = leveled(some, calibrated.hybrid);
    const left = leftOut(of('hybrid')).filter((pair) => pair.index === index);
    return row(index, ...figures(levels), share(left, true, notLow), share(left, false, low));
  });
  const bySet = others.flatMap((set) => {
    const some = of('hybrid').filter((pair) => pair.set === set);
    if (some.length === 0) return [];
    return [row(set, String(some.filter(({ own }) => own).length), ...figures(leveled(some, calibrated.hybrid)))];
  });
  const ask = of('hybrid').filter(({ set }) => set === 'ask');
  const own = ask.filter((pair) => pair.own).length;
  const figuresHead = ['own not low', 'foreign low', 'own high', 'foreign high'];
  const leftHead = ['own not low, left out', 'foreign low, left out'];
  return `# Confidence

Every repository of \`ask\` was asked its own questions (${own} in all) and those of the others (${ask.length - own}). In percent. *Left out*: a repository is judged by what was fitted and marked without it, as an index and with its questions. Written by: node eval/confidence.mjs QUESTIONS CORPORA

${table(['mode', ...figuresHead, ...leftHead], rows)}

By repository, hybrid:

${table(['asked', ...figuresHead, ...leftHead], byIndex)}

Questions of other sets about the same repositories, hybrid; fitted along with \`ask\`, but the marks are of \`ask\` alone:

${table(['set', 'questions', ...figuresHead], bySet)}

What evidence weighs, times how much it varies:

${table(['evidence', ...modes], importance())}
`;
}

function leveled(some, model) {
  return some.map((pair) => ({ ...pair, level: confidenceLevel(pair.evidence, model) }));
}

function leftOut(some) {
  return [...new Set(some.map(({ index }) => index))].flatMap((index) => {
    const model = calibratedOn(some.filter((pair) => pair.index !== index && pair.from !== index));
    return leveled(
      some.filter((pair) => pair.set === 'ask' && pair.index === index),
      model,
    );
  });
}

function importance() {
  return Object.keys(calibrated.hybrid.weights).map((name) => {
    const spreadIn = (mode) => {
      const all = of(mode).map(({ evidence }) => evidence.figures[name]);
      const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
      return Math.sqrt(all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length);
    };
    const cell = (mode) =>
      name in calibrated[mode].weights ? (calibrated[mode].weights[name] * spreadIn(mode)).toFixed(2) : '';
    return row(name, ...modes.map(cell));
  });
}

function low({ level }) {
  return level === 'low';
}
function notLow({ level }) {
  return level !== 'low';
}
function figures(levels) {
  const high = ({ level }) => level === 'high';
  return [
    share(levels, true, notLow),
    share(levels, false, low),
    share(levels, true, high),
    share(levels, false, high),
  ];
}
function share(levels, own, is) {
  const some = levels.filter((pair) => pair.own === own);
  return ((100 * some.filter(is).length) / some.length).toFixed(1);
}
function row(...cells) {
  return `| ${cells.join(' | ')} |`;
}
function table(head, rows) {
  return [row(...head), row(...head.map(() => '---')), ...rows].join('\n');
}
