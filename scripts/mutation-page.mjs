/** docs/mutation.md: how many faults the tests of each area detect, and why each missed one does no harm. */
import { tableLines } from '../bench/table.mjs';
import { explained } from './mutation-survivors.mjs';

/** The results of an area, from the report of Stryker. */
export function summary(area, { files }) {
  const mutants = Object.entries(files).flatMap(([path, { source, mutants }]) =>
    mutants.map(({ status, location, replacement = '' }) => {
      const fault = faultIn(source, location, replacement);
      return { path, line: location.start.line, status, fault, why: reasonFor(path, fault) };
    }),
  );
  const missed = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .sort((a, b) => a.line - b.line);
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  return { area, missed, noticed: noticed.length, paths: Object.keys(files) };
}

/** `commit`: the one that the reports were made from. */
export function mutationPage(summaries, commit) {
  const counts = { faults: 'count', detected: 'count', missed: 'count', 'not explained': 'count' };
  const rows = summaries.map(({ area, missed, noticed }) => ({
    area,
    faults: noticed + missed.length,
    detected: noticed,
    missed: missed.length,
    'not explained': missed.filter(({ why }) => why === undefined).length,
    score: noticed / (noticed + missed.length),
  }));
  return [
    '# Mutation testing',
    '',
    'Written by `npm run mutation` from the reports of Stryker. It puts small faults into the code, one at a time, and the tests of the area must detect them; `scripts/mutation-areas.mjs` lists the tests of each area. The goal is 80 % in each area.',
    '',
    `Measured at commit ${commit}.`,
    '',
    ...tableLines({ area: 'text', ...counts, score: 'percent' }, rows),
    '',
    'Each missed fault is listed with its line, the original and the replacement, below the reason why it does no harm (`scripts/mutation-survivors.mjs`).',
    '',
    ...summaries.flatMap(missedIn),
  ].join('\n');
}

function missedIn({ area, missed }) {
  if (missed.length === 0) return [];
  const files = [...groupedBy(missed, ({ path }) => path)].map(([path, all]) => [
    `### \`${path}\``,
    '',
    ...[...groupedBy(all, ({ why = 'Not explained.' }) => why)].flatMap(([why, faults]) => [
      why,
      '',
      ...faults.map(({ line, fault }) => `- ${line}: \`\` ${fault} \`\``),
      '',
    ]),
  ]);
  return [`## Missed in ${area}`, '', ...files.flat()];
}

/** Explanations of faults that are detected now, or no longer exist. */
export function outdated(summaries) {
  const paths = new Set(summaries.flatMap((one) => one.paths));
  const missed = new Set(summaries.flatMap((one) => one.missed.map(({ path, fault }) => `${path}: ${fault}`)));
  return explained
    .flatMap(({ faults }) => Object.entries(faults))
    .flatMap(([path, all]) => (paths.has(path) ? all.map((fault) => `${path}: ${fault}`) : []))
    .filter((fault) => !missed.has(fault));
}

/** As in mutation-survivors.mjs: `original → replacement`, the first line of each. */
function faultIn(source, { start, end }, replacement) {
  const [first, ...more] = source.split('\n').slice(start.line - 1, end.line);
  const stood =
    more.length === 0 ? first.slice(start.column - 1, end.column - 1) : `${first.slice(start.column - 1)} …`;
  return `${stood.trim()} → ${replacement.split('\n')[0].trim()}`;
}

const reasonFor = (path, fault) => explained.find(({ faults }) => faults[path]?.includes(fault))?.why;

function groupedBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
