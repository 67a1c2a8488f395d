/**
 * Units of an application: what it costs to know them. Facts (each file, once
 * after it changed), the survey (all facts, at every run), and cutting with units
 * beside cutting without.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../build/jobs/prepare.js';
import { rails } from '../build/parse/packs.js';
import { walk } from '../build/sources/walk.js';
import { operation } from './operation.mjs';

const fixture = fileURLToPath(new URL('../test/fixtures/rails-app', import.meta.url));
/** The application of the tests, so many times over: as large as real ones are. */
const COPIES = { quick: 4, whole: 60 };

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function filesOf(copies) {
  const { files } = walk(fixture);
  const texts = files
    .filter((path) => rails.claims(path))
    .map((path) => [path, readFileSync(join(fixture, path), 'utf8')]);
  return Array.from({ length: copies }, (_, i) =>
    texts.map(([path, text]) => ({ path: `engines/e${i}/${path}`, text })),
  ).flat();
}

async function timed(what) {
  const before = cpu();
  const made = await what();
  return { made, ms: cpu() - before };
}

async function cut(files, around) {
  let units = 0;
  for (const { path, text } of files) {
    const row = { tree: 'main', path, recipe: '', size: 0, mtime: 0, hash: '' };
    const known = around && { pack: rails.name, around: around(path) };
    const { prepared } = await prepare(text, row, {}, known);
    units += prepared.chunks.filter(({ chunk }) => chunk.metadata.unit_type !== undefined).length > 0 ? 1 : 0;
  }
  return units;
}

await operation(async ({ quick }) => {
  const files = filesOf(quick ? COPIES.quick : COPIES.whole);
  await cut(files.slice(0, 40)); // the grammar is made fast
  const facts = await timed(
    async () =>
      new Map(
        (await Promise.all(files.map(async (file) => [file.path, await rails.facts(file)]))).filter(
          ([, known]) => known !== undefined,
        ),
      ),
  );
  const survey = await timed(() => {
    const around = rails.survey(facts.made);
    const found = new Map([...facts.made.keys()].map((path) => [path, around(path)]));
    return (path) => found.get(path);
  });
  const plain = await timed(() => cut(files));
  const units = await timed(() => cut(files, survey.made));
  const row = (what, ms) => ({ what, 'CPU ms': ms, 'units/s': (units.made / ms) * 1000 });
  return [
    {
      title: 'Units of a Rails application',
      columns: { what: 'text', 'CPU ms': 'number', 'units/s': 'number' },
      rows: [
        row('facts of every file', facts.ms),
        row('survey of all facts', survey.ms),
        row('cutting without units', plain.ms),
        row('cutting with units', units.ms),
        row('all of it', facts.ms + survey.ms + units.ms),
      ],
      notes: [
        `${files.length.toLocaleString('en-US')} files, ${units.made.toLocaleString('en-US')} of them with units; one core, processor time.`,
      ],
    },
  ];
});
