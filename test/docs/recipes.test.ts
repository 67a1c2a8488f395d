/** The programs, scripts and commands of docs/recipes.md. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { isInstalled } from '../cli/command.js';
import { folder } from '../folder.js';
import { freshTenant, server } from '../postgres/stores.js';
import { blocksBelow, packageFolder, project, run, runAlong } from './programs.js';
import { startQdrant } from './qdrantServer.js';

const blocks = (heading: string, language: string): readonly string[] =>
  blocksBelow('docs/recipes.md', heading, language);
const [shared] = blocks('Chunks with vectors', 'js');
const retry = 'def retry(times):\n    """Sends a request again: how retries are done."""\n    return times\n';
const files = {
  'chunks.mjs': shared,
  'src/net/retry.py': retry,
  'src/wood.md': '# Wood\n\nOak is hard, elm bends, and both burn.\n',
  'src/paint.css': '.oak {\n  color: brown;\n}\n',
  'src/separators.txt': 'One\u2028two\u0085three\ffour.\n',
};

describe('databases', () => {
  /** The recipes index src/, so paths are below it. */
  const found = /^net\/retry\.py:1\n/;

  it.skipIf(!server)('pgvector, on a server', async () => {
    const name = `recipe_${freshTenant().replace(/\W/g, '_')}`;
    const [program] = blocks('pgvector', 'js');
    const place = project(files, ['pg']);
    const admin = new pg.Client(server);
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const url = server?.replace('/postgres?', `/${name}?`) ?? '';
    const db = new pg.Client(url);
    try {
      expect(run(place, program, { DATABASE_URL: url })).toMatch(found);
      rmSync(join(place, 'src/paint.css'));
      expect(run(place, program, { DATABASE_URL: url })).toMatch(found);
      await db.connect();
      const { rows } = await db.query('SELECT path, content FROM chunks ORDER BY path');
      expect(rows.map(({ path }) => path)).toEqual(['net/retry.py', 'separators.txt', 'wood.md']);
      expect(rows[0].content).toBe(retry);
    } finally {
      await db.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    }
  });

  const recipes = (name: string): boolean => packageFolder(name) !== undefined;
  const why = 'npm --prefix test/recipes ci';

  it.skipIf(!recipes('@lancedb/lancedb'))(`LanceDB, in a folder (${why})`, () => {
    const [program] = blocks('LanceDB', 'js');
    expect(run(project(files, ['@lancedb/lancedb', 'apache-arrow']), program)).toMatch(found);
  });

  it.skipIf(!recipes('sqlite-vec'))(`sqlite-vec, in a file (${why})`, () => {
    const [program] = blocks('sqlite-vec', 'js');
    const place = project(files, ['sqlite-vec', '@photostructure/sqlite']);
    const first = run(place, program);
    expect(first).toMatch(found);
    expect(run(place, program)).toBe(first);
  });

  it.skipIf(!recipes('@qdrant/js-client-rest'))(`Qdrant's client, with our own server (${why})`, async () => {
    const qdrant = await startQdrant();
    try {
      const place = project(files, ['@qdrant/js-client-rest']);
      const [program] = blocks('Qdrant', 'js');
      const environment = { QDRANT_URL: qdrant.url };
      expect(await runAlong(place, program, environment)).toMatch(found);
      const points = qdrant.points.size;
      expect(points).toBeGreaterThan(2);
      expect(await runAlong(place, program, environment)).toMatch(found);
      expect(qdrant.points.size).toBe(points); // the same ids
    } finally {
      qdrant.close();
    }
  });
});

/** What npx does here, without the second that it takes to start. */
const NPX = '#!/bin/sh\n[ "$1" = -y ] && shift\nname=$1\nshift\nexec "node_modules/.bin/$name" "$@"\n';
const programs = folder({ npx: NPX });
chmodSync(join(programs, 'npx'), 0o755);
const shell = { ...process.env, PATH: `${programs}:${process.env.PATH}` };

/** A command of a page, as a shell runs it. */
const sh = (place: string, command: string, environment: NodeJS.ProcessEnv = {}): string =>
  execFileSync('sh', ['-ec', command], {
    cwd: place,
    encoding: 'utf8',
    env: { ...shell, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

describe('Python', () => {
  const [standard, pandas, langchain] = blocks('Python', 'python');
  const [command] = blocks('Python', 'sh');
  /** Debian's, if that is the one with pandas. */
  const imports = (program: string, module: string): boolean =>
    spawnSync(program, ['-c', `import ${module}`]).status === 0;
  const interpreter = ['python3', '/usr/bin/python3'].find((one) => imports(one, 'pandas')) ?? 'python3';
  const python = (place: string, program: string): string =>
    execFileSync(interpreter, ['-c', program], {
      cwd: place,
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: place },
    });

  it.skipIf(!imports(interpreter, 'json'))('python3: the standard library, and documents of LangChain', () => {
    const place = project(files);
    sh(place, command);
    const lines = python(place, standard).trim().split('\n');
    expect(lines.length).toBeGreaterThan(2);
    expect(lines).toContainEqual(expect.stringMatching(/^main:src\/net\/retry\.py 1 \d+$/));
    if (!imports(interpreter, 'langchain_core')) {
      mkdirSync(join(place, 'langchain_core'));
      writeFileSync(
        join(place, 'langchain_core/documents.py'),
        'from dataclasses import dataclass\n@dataclass\nclass Document:\n    page_content: str\n    metadata: dict\n    id: str\n',
      );
    }
    expect(python(place, langchain)).toMatch(new RegExp(`^${lines.length} \\S+\\n$`));
  });

  it.skipIf(!imports(interpreter, 'pandas'))('pandas, where it is installed', () => {
    const place = project(files);
    sh(place, command);
    expect(python(place, pandas)).toMatch(/^file_path.*\nsrc\/net\/retry\.py +1 +\d+$/ms);
  });
});

/** A repository in which npx finds froe. */
function repository(): string {
  const place = project({ ...files, '.gitignore': 'node_modules\n', 'docs/guide.md': '# Guide\n\n## A\n\nOne.\n' });
  const git = 'git -c init.defaultBranch=main';
  sh(
    place,
    `${git} init -q && git config user.name A && git config user.email a@b.c && git add . && git commit -qm first`,
  );
  return place;
}

it('the GitHub Action: its commands, and again in a fresh clone with the index of the run before', () => {
  const [yaml] = blocks('GitHub Action', 'yaml');
  const step = z.union([
    z.strictObject({ name: z.string(), run: z.string() }),
    z.strictObject({
      uses: z.string().regex(/^actions\/[a-z-]+@v\d+$/),
      with: z.record(z.string(), z.unknown()).optional(),
    }),
  ]);
  const workflow = z.object({
    on: z.object({ push: z.unknown() }),
    jobs: z.object({ index: z.object({ 'runs-on': z.string(), steps: z.array(step) }) }),
  });
  const { steps } = workflow.parse(parse(yaml)).jobs.index;
  const uploaded = steps.flatMap((one) => ('uses' in one && one.uses.includes('upload') ? [one.with?.path] : []));
  expect(uploaded).toEqual(['.froe/index.db']);
  const script = steps.flatMap((one) => ('run' in one ? [one.run] : [])).join('\n');
  const asOnAnother = (): NodeJS.ProcessEnv => ({ XDG_STATE_HOME: folder() });

  const first = repository();
  expect(JSON.parse(sh(first, script, asOnAnother()))).toMatchObject({ added: expect.any(Number), changed: 0 });
  const second = repository();
  cpSync(join(first, '.froe/index.db'), join(second, '.froe/index.db'), { recursive: true });
  const report = sh(second, script, asOnAnother());
  expect(JSON.parse(report.slice(report.indexOf('{')))).toMatchObject({ added: 0, changed: 0 });

  const [clone] = blocks('GitHub Action', 'sh');
  const third = repository();
  cpSync(join(first, '.froe/index.db'), join(third, '.froe/index.db'), { recursive: true });
  const [download, ...commands] = clone.trim().split('\n');
  expect(download).toMatch(/^gh run download --name froe-index --dir \.froe$/);
  expect(sh(third, commands.join('\n'), asOnAnother())).toContain('src/net/retry.py:1-3');
});

describe('git hooks', () => {
  const idsAt = (place: string, revision: string): readonly string[] =>
    sh(place, `git show ${revision}:chunks.jsonl`)
      .trim()
      .split('\n')
      .map((line) => z.object({ id: z.string() }).parse(JSON.parse(line)).id);

  it('a commit includes the records of its documents, and is stopped if they cannot be made', () => {
    const place = repository();
    const [hook] = blocks('Git hooks', 'sh');
    writeFileSync(join(place, '.git/hooks/pre-commit'), hook);
    chmodSync(join(place, '.git/hooks/pre-commit'), 0o755);
    writeFileSync(join(place, 'docs/more.md'), '# More\n\nTwo.\n');
    sh(place, 'git add docs && git commit -qm second');
    expect(idsAt(place, 'HEAD')).toEqual(expect.arrayContaining([expect.stringContaining('more.md')]));
    rmSync(join(place, 'docs'), { recursive: true });
    const { status } = spawnSync('git', ['commit', '-qam', 'third'], { cwd: place, env: shell });
    expect(status).toBe(1);
    expect(sh(place, 'git log --format=%s')).toBe('second\nfirst\n');
  });

  it.skipIf(!isInstalled('pre-commit'))(
    'pre-commit, where it is installed: records that changed stop a commit, and the index follows',
    () => {
      const [yaml] = blocks('Git hooks', 'yaml');
      const place = repository();
      const own = { PRE_COMMIT_HOME: folder() };
      const commit = (message: string): { readonly status: number | null; readonly shown: string } => {
        const { status, stdout, stderr } = spawnSync('git', ['commit', '-qm', message], {
          cwd: place,
          encoding: 'utf8',
          env: { ...shell, ...own },
        });
        return { status, shown: stdout + stderr };
      };
      writeFileSync(join(place, '.pre-commit-config.yaml'), yaml);
      expect(sh(place, 'pre-commit install', own)).toMatch(/hooks\/pre-commit[\s\S]*hooks\/post-commit/);
      sh(place, 'npx froe chunk docs > chunks.jsonl && git add .');
      expect(commit('records')).toMatchObject({ status: 0, shown: expect.stringMatching(/^index\.+Passed$/m) });
      writeFileSync(join(place, 'docs/more.md'), '# More\n\nTwo.\n');
      sh(place, 'git add docs');
      expect(commit('more')).toMatchObject({ status: 1, shown: expect.stringContaining('files were modified') });
      sh(place, 'git add chunks.jsonl');
      expect(commit('more').status).toBe(0);
      expect(idsAt(place, 'HEAD')).toEqual(expect.arrayContaining([expect.stringContaining('more.md')]));
      expect(sh(place, 'npx froe search two --files')).toContain('docs/more.md');
    },
  );
});
