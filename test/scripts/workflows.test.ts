/** What runs on GitHub: that it is well-formed, and runs what is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const path = (relative: string): string => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const read = (file: string): string => readFileSync(path(file), 'utf8');
const { scripts, engines } = z
  .object({ scripts: z.record(z.string(), z.string()), engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(read('package.json')));

const step = z.object({ uses: z.string().optional(), run: z.string().optional() });
const job = z.object({
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.union([z.string(), z.number()]))) }).optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  uses: z.string().optional(),
  steps: z.array(step).optional(),
});
const workflow = z.object({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), job),
});

const names = readdirSync(path('.github/workflows'));
const workflows = new Map(names.map((name) => [name, workflow.parse(parse(read(`.github/workflows/${name}`)))]));
const jobsOf = (name: string) => Object.values(workflows.get(name)?.jobs ?? {});
const commandsOf = (name: string): readonly string[] =>
  jobsOf(name).flatMap(({ steps = [] }) =>
    steps.flatMap(({ run = '' }) => run.split('\n').filter((line) => line !== '')),
  );

describe.each(names)('%s', (name) => {
  const commands = commandsOf(name);

  it('starts only programs and scripts that exist', () => {
    const asked = commands.flatMap((line) =>
      [...line.matchAll(/\bnpm (?:--prefix \S+ )?(?:run )?(?:-s )?([\w:-]+)/g)].map(([, word]) => word),
    );
    const npmsOwn = new Set(['ci', 'config', 'pkg', 'publish']);
    expect(asked.filter((word) => !npmsOwn.has(word) && !(word in scripts))).toEqual([]);
    const files = commands.flatMap((line) => [...line.matchAll(/\bscripts\/[\w./-]+/g)].map(([file]) => file));
    expect(files.filter((file) => !existsSync(path(file)))).toEqual([]);
    const called = jobsOf(name).flatMap(({ uses }) => (uses?.startsWith('./') ? [uses] : []));
    expect(called.filter((file) => !existsSync(path(file)))).toEqual([]);
  });

  it('pins actions by commit, and has read-only permissions unless it gives a reason', () => {
    const uses = jobsOf(name).flatMap(({ steps = [] }) => steps.flatMap((one) => one.uses ?? []));
    expect(uses.filter((one) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(one))).toEqual([]);
    expect(workflows.get(name)?.permissions).toEqual({ contents: 'read' });
    const [lines, text] = [
      jobsOf(name).flatMap(({ permissions = {} }) => Object.entries(permissions)),
      read(`.github/workflows/${name}`),
    ];
    for (const [what, how] of lines) if (how === 'write') expect(text).toMatch(new RegExp(`${what}: write # .`));
  });
});

describe('the tests', () => {
  const [test] = jobsOf('ci.yml');

  it('run on three systems, with every supported version of Node', () => {
    expect(test.strategy?.matrix).toEqual({
      os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
      node: [20, 22, 24],
    });
    expect(engines.node).toMatch(/^>=20\./);
  });

  it('are the commands of the README, with the packages of .ci/run', () => {
    const commands = commandsOf('ci.yml');
    expect(commands).toEqual(expect.arrayContaining(['npm ci', 'npm test']));
    expect(read('README.md')).toContain('npm ci && npm test');
    const [, packages] = /apt-get install (?:-\S+ )*(.*?) *>/.exec(read('.ci/run')) ?? [];
    expect(
      commands.find((line) => line.startsWith('apt-get install'))?.replace(/^apt-get install (?:-\S+ )*/, ''),
    ).toBe(packages);
    expect(commands).toContain('scripts/install-pgvector.sh');
  });
});

it('a release is made by a tag, tested first, and published with its provenance', () => {
  const release = workflows.get('release.yml');
  expect(release?.on).toEqual({ push: { tags: ['v*'] } });
  expect(parse(read('.github/workflows/release.yml')).jobs.publish.needs).toBe('test');
  expect(release?.jobs.publish.permissions).toMatchObject({ 'id-token': 'write' });
  expect(commandsOf('release.yml').some((line) => line.startsWith('npm publish --provenance'))).toBe(true);
});

describe('forms for issues', () => {
  const form = z.object({
    name: z.string(),
    description: z.string(),
    body: z.array(
      z.object({ type: z.string(), id: z.string().optional(), attributes: z.record(z.string(), z.unknown()) }),
    ),
  });
  const forms = readdirSync(path('.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');

  it.each(forms)('%s asks, and has a label for each question', (name) => {
    const { body } = form.parse(parse(read(`.github/ISSUE_TEMPLATE/${name}`)));
    const questions = body.filter(({ type }) => type !== 'markdown');
    expect(questions.length).toBeGreaterThan(0);
    for (const { id, attributes } of questions)
      expect([id, attributes.label]).toEqual([expect.any(String), expect.any(String)]);
  });
});

it.each(['package-lock.json', 'site/package-lock.json', 'bench/package-lock.json', 'grammars/package-lock.json'])(
  '%s has the optional packages of every system',
  (file) => {
    const { packages } = z
      .object({
        packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
      })
      .parse(JSON.parse(read(file)));
    const foldersAbove = (at: string): readonly string[] =>
      at === '' ? [''] : [`${at}/`, ...foldersAbove(at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1)))];
    const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !foldersAbove(at).some((folder) => `${folder}node_modules/${name}` in packages),
      ),
    );
    expect(missing).toEqual([]);
  },
);
