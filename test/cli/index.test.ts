/** `froe index`, `status`, `clean` and `doctor` on the command line. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeProvider, openAiAnswer } from '../embed/fakeProvider.js';
import { folder } from '../folder.js';
import { commandHost } from './hosted.js';
import { cleanEnvironment, indexOf, offline, project } from './indexed.js';

const { run } = commandHost();

describe('froe index', { concurrent: true }, () => {
  it('makes an index, reports it, and does nothing the second time', async () => {
    const root = project();
    const first = await run(root, ['index'], offline());
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toBe(
      'files   3 added, 0 changed, 0 removed, 0 unchanged\nchunks  3 cut, 3 embedded, 0 pending\n',
    );
    expect(readFileSync(join(root, '.froe', '.gitignore'), 'utf8')).toBe('*\n!config.*\n');
    const second = await run(root, ['index', '--json']);
    expect(second.code).toBe(0);
    const { troubles, ...counts } = JSON.parse(second.stdout);
    expect(counts).toEqual({
      added: 0,
      changed: 0,
      removed: 0,
      held: 0,
      unchanged: 3,
      chunks: 0,
      embedded: 0,
      pending: 0,
      unread: 0,
    });
    expect(troubles).toEqual([]);
  });

  it('embeds by the local model, without network access', async () => {
    const root = project();
    const { code, stdout } = await run(root, ['index', '--embedder', 'test'], offline());
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('chunks  3 cut, 3 embedded, 0 pending\n'),
    });
  });

  it('calls a server only if it is named, and once per text over all worktrees', async () => {
    const server = await fakeProvider((seen) => openAiAnswer(seen));
    const env = cleanEnvironment();
    const words = ['--embedder', 'openai/any', '--base-url', server.url, '--dimensions', '3'];
    const [one, two] = [project(), project()];
    expect(await run(one, ['index', ...words], { env })).toMatchObject({ code: 0 });
    const sent = server.seen.flatMap(({ body }) => body.input);
    expect(sent).toHaveLength(3);
    const again = await run(two, ['index', ...words], { env });
    expect(again.stdout).toContain('3 embedded, 0 pending');
    expect(server.seen.flatMap(({ body }) => body.input)).toEqual(sent);
  });

  it('exits with 1 if the provider fails; keyword search works, and the next run continues', async () => {
    let down = true;
    const server = await fakeProvider((seen) => (down ? { status: 401, json: {} } : openAiAnswer(seen)));
    const env = cleanEnvironment();
    const root = project();
    const words = ['index', '--embedder', 'openai/any', '--base-url', server.url, '--dimensions', '3'];
    const first = await run(root, words, { env });
    expect(first).toMatchObject({ code: 1, stdout: expect.stringContaining('0 embedded, 3 pending') });
    expect(first.stderr).toMatch(/^froe: /);
    expect(first.stderr).not.toContain('    at ');
    down = false;
    expect(await run(root, words, { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('3 embedded, 0 pending'),
    });
  });

  it('works without the cache of vectors if it is damaged, with a message', async () => {
    const server = await fakeProvider((seen) => openAiAnswer(seen));
    const cache = folder({ 'vectors.db': 'this is no database, and long enough to be looked at as one' });
    const words = ['index', '--embedder', 'openai/any', '--base-url', server.url, '--dimensions', '3'];
    const { code, stderr } = await run(project(), words, { env: { FROE_CACHE_DIR: cache } });
    expect(code).toBe(0);
    expect(stderr).toMatch(/cache of vectors could not be opened .*delete it to start anew/);
  });

  it('says which flags hold for this run only', async () => {
    const root = project({ '.froe/config.yaml': 'maxTokens: 200\n' });
    const said = 'for this run only: to keep';
    const index = async (...words: readonly string[]): Promise<string> => (await run(root, ['index', ...words])).stderr;
    expect(await index('--exclude', 'src/')).toBe(
      `froe: --exclude holds ${said} it, write it into .froe/config.yaml\n`,
    );
    expect(await index('--max-tokens', '100', '--overlap', '0', '--json')).toBe(
      `froe: --max-tokens, --overlap hold ${said} them, write them into .froe/config.yaml\n`,
    );
    expect(await index('--max-tokens', '200')).toBe('');
    expect(await index('--exclude', 'src/', '--dry-run')).toBe('');
  });

  it('respects patterns and sizes', async () => {
    const root = project({ 'large.txt': 'word '.repeat(2000) });
    const words = ['index', '--json', '--max-file-size', '5000', '--exclude', 'src/'];
    const { code, stdout, stderr } = await run(root, words);
    expect({ code, added: JSON.parse(stdout).added }).toEqual({ code: 0, added: 2 });
    expect(stderr).toMatch(/large\.txt: has 10000 bytes; the limit is 5000/);
    const only = await run(root, ['index', '--json', '--include', '*.md', '--max-file-size', '5000']);
    expect(JSON.parse(only.stdout)).toMatchObject({ removed: 1, unchanged: 1 });
  });

  it.each([['index'], ['search', 'oak'], ['refs', 'Oak'], ['index', '--json']])(
    'froe %s makes no index of an empty folder, and says so',
    async (...words) => {
      const root = folder();
      expect(await run(root, words)).toEqual({
        ...{ code: 1, signal: null, stdout: '' },
        stderr: `froe: There is nothing to index in ${root}\n      The folder has no files.\n`,
      });
      expect(existsSync(join(root, '.froe'))).toBe(false);
    },
  );

  it('says why there is nothing in an index', async () => {
    const root = folder({ 'a.py': 'x = 1\n', '.froeignore': '*\n' });
    expect(await run(root, ['index'])).toMatchObject({
      ...{ code: 1, stdout: expect.stringContaining('0 added') },
      stderr: expect.stringContaining('froe: found no files to index: there are none, or .gitignore, .froeignore or'),
    });
  });

  it('counts what has no text, and chunks that need no vector, as froe status and froe verify do', async () => {
    const toc = '# Guide\n\n- [Oak](#oak)\n- [Elm](#elm)\n- [Yew](#yew)\n\n';
    const sections = ['Oak', 'Elm', 'Yew'].map((tree) => `## ${tree}\n\nWood of ${tree}.\n\n`).join('');
    const root = folder({ 'guide.md': toc + sections, 'empty.py': '', 'image.bin': Uint8Array.of(0, 1, 2, 3, 0) });
    const { stdout } = await run(root, ['index']);
    expect(stdout).toContain('chunks  4 cut, 3 embedded, 0 pending; 1 needed no new vector\n');
    const status = await run(root, ['status']);
    expect(status.stdout).toContain('sources  3, 2 without text, up to date\n');
    expect(status.stdout).toContain('vectors  3 of builtin, 0 pending; 1 chunk is never searched\n');
    expect(JSON.parse((await run(root, ['status', '--json'])).stdout)).toMatchObject({ sources: 3, not_text: 2 });
    expect((await run(root, ['verify', '--index'])).stdout).toMatch(/^1 file, 4 chunks: .*; 2 without text\n$/);
    expect((await run(root, ['verify'])).stdout).toMatch(/^1 file, .*; 2 without text\n$/);
  });

  it('keeps its index at the given path', async () => {
    const [root, other] = [project(), folder()];
    const file = join(other, 'deep', 'down', 'wood.db');
    expect((await run(root, ['index', '--index', file])).code).toBe(0);
    expect(existsSync(file)).toBe(true);
    expect(existsSync(join(root, '.froe'))).toBe(false);
    expect((await run(root, ['status', '--index', file])).code).toBe(0);
    expect((await run(root, ['status'], { env: { FROE_INDEX: file } })).code).toBe(0);
    expect((await run(root, ['status'])).code).toBe(1);
  });
});

describe('froe index --dry-run', { concurrent: true }, () => {
  it('prints what would be done, and writes nothing', async () => {
    const root = project();
    const { code, stdout } = await run(root, ['index', '--dry-run'], offline());
    expect(code).toBe(0);
    expect(stdout).toMatch(/^files {4}3 to read, 0 to remove\nchunks {3}3 to embed\ntokens {3}\d+\ncost {5}none/);
    expect(existsSync(join(root, '.froe'))).toBe(false);
  });

  it('states the price, and counts what was indexed without vectors', async () => {
    const root = project();
    await run(root, ['index', '--embedder', 'none']);
    const words = ['index', '--dry-run', '--json', '--embedder', 'openai/text-embedding-3-small'];
    const { code, stdout } = await run(root, words, offline());
    expect(code).toBe(0);
    const { files, chunks, tokens, cost } = JSON.parse(stdout);
    expect({ files, chunks }).toEqual({ files: 0, chunks: 3 });
    expect(cost).toBeCloseTo((tokens * 0.02) / 1e6, 12);
  });

  it('counts everything if the model is another, and says what it takes to replace it', async () => {
    const root = project();
    await run(root, ['index', '--embedder', 'test']);
    const words = ['index', '--dry-run', '--json', '--embedder', 'test'];
    expect(JSON.parse((await run(root, words)).stdout)).toMatchObject({ chunks: 0, tokens: 0 });
    const asked = await run(root, [...words, '--dimensions', '64']);
    expect(asked).toMatchObject({
      code: 0,
      stderr: 'froe: the index holds vectors of test: to replace them, add --re-embed\n',
    });
    expect(JSON.parse(asked.stdout)).toMatchObject({ files: 0, chunks: 3 });
    const replaced = await run(root, [...words, '--dimensions', '64', '--re-embed']);
    expect(JSON.parse(replaced.stdout)).toMatchObject({ files: 0, chunks: 3 });
  });
});

describe('froe status', { concurrent: true }, () => {
  it('states the contents and what changed since, from any folder below', async () => {
    const root = project();
    await run(root, ['index', '--embedder', 'test']);
    expect((await run(join(root, 'src'), ['status'])).stdout).toMatch(
      new RegExp(
        `^root {5}${root}\nindex {4}${indexOf(root)} .*\nsources {2}3, up to date\nchunks .*\ncut {6}by units, up to 512 tokens, .*\nvectors {2}3 of test, 0 pending\n$`,
      ),
    );
    rmSync(join(root, 'README.md'));
    writeFileSync(join(root, 'new.md'), '# New\n');
    expect((await run(root, ['status'])).stdout).toContain('sources  3, 1 to be read, 1 gone: run froe index\n');
    const { code, stdout } = await run(root, ['status', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      root,
      reranker: null,
      cut: { preset: 'units', max_tokens: null, overlap: null, granularity: null, tokenizer: 'cl100k_base' },
      index: indexOf(root),
      version: expect.any(Number),
      model: { id: 'test:hashed', dimensions: 256, prefixVersion: expect.any(Number) },
      sources: 3,
      chunks: 3,
      tokens: expect.any(Number),
      bytes: expect.any(Number),
      embedded: 3,
      pending: 0,
      artifacts: 0,
      not_text: 0,
      indexed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      stale: 2,
    });
  });

  it('finds the root by its configuration, too, and every command works from there', async () => {
    const root = project({ '.froe/config.json': '{"index": ".froe/wood.db", "exclude": ["notes.txt"]}' });
    const below = join(root, 'src');
    expect((await run(below, ['index', '--json'])).stdout).toContain('"added":2');
    expect((await run(below, ['status'])).stdout).toContain(`root     ${root}\n`);
    expect((await run(below, ['doctor'])).stdout).toMatch(/setting +exclude = \["notes.txt"\]/);
    expect((await run(below, ['export'])).code).toBe(0);
    expect((await run(below, ['clean'])).stdout).toBe(`removed ${join(root, '.froe', 'wood.db')}\n`);
  });
});

describe('a setting', { concurrent: true }, () => {
  it('of the preset: --preset overrides a variable, which overrides the project', async () => {
    const sections = ['oak', 'elm', 'yew'].map((tree) => `## ${tree}\n\nWood of ${tree}.\n`).join('\n');
    const root = folder({
      'trees.md': `# Trees\n\n${sections}`,
      '.froe/config.json': '{"preset": "heading-tree", "embedder": "none"}',
    });
    const chunks = async (words: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<number> => {
      const at = ['--index', join(folder(), 'x.db')];
      await run(root, ['index', ...at, ...words], { env });
      return JSON.parse((await run(root, ['status', '--json', ...at], { env })).stdout).chunks;
    };
    expect(await chunks()).toBe(3); // a heading that holds nothing of its own is one with its first section
    expect(await chunks([], { FROE_PRESET: 'token-windows' })).toBe(1);
    expect(await chunks(['--preset', 'governed'], { FROE_PRESET: 'heading-tree' })).toBe(1);
    await run(root, ['index', '--preset', 'unified-schema', '--max-tokens', '900']);
    expect((await run(root, ['status'])).stdout).toContain(
      '\ncut      by unified-schema, up to 900 tokens, cl100k_base\n',
    );
    const refused = await run(root, ['index', '--preset', 'chapters']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('unified-schema') });
  });

  it('is taken from flag, variable, project, user, in this order', async () => {
    const home = folder({ '.config/froe/config.yaml': 'exclude: [README.md]\nmaxFileSize: 30\n' });
    const root = project();
    const added = async (words: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<number> => {
      const file = join(folder(), 'x.db');
      const done = await run(root, ['index', '--json', '--index', file, ...words], { env: { HOME: home, ...env } });
      return JSON.parse(done.stdout).added;
    };
    expect(await added()).toBe(1); // notes.txt: the rest is excluded or too large
    mkdirSync(join(root, '.froe'));
    writeFileSync(join(root, '.froe', 'config.json'), '{"maxFileSize": 1000}');
    expect(await added()).toBe(2);
    expect(await added([], { FROE_EXCLUDE: 'notes.txt, README.md' })).toBe(1);
    expect(await added(['--exclude', 'nothing'], { FROE_EXCLUDE: 'notes.txt, README.md' })).toBe(3);
  });

  it('is refused with 2 if it is unknown or invalid', async () => {
    const root = project({ '.froe/config.json': '{"maxtokens": 3}' });
    expect(await run(root, ['index'])).toMatchObject({ code: 2, stderr: expect.stringContaining('maxTokens') });
    const wrong = await run(project(), ['index'], { env: { FROE_JOBS: 'many' } });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('FROE_JOBS') });
  });

  it('may not run commands or send text elsewhere before it is trusted', async () => {
    const marker = join(folder(), 'ran');
    for (const config of [{ hooks: { context: `touch ${marker}` } }, { embedder: 'openai/text-embedding-3-small' }]) {
      const root = project({ '.froe/config.json': JSON.stringify(config) });
      for (const command of [['index'], ['watch'], ['status'], ['ingest', 'notes.txt'], ['index', '--dry-run']]) {
        const { code, stderr } = await run(root, command, offline());
        expect({ command, code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('froe trust') });
      }
      expect((await run(root, ['doctor'])).stdout).toMatch(/!! +trust +the project wants to/);
      expect(existsSync(indexOf(root))).toBe(false);
    }
    expect(existsSync(marker)).toBe(false);
  });
});

describe('froe doctor tries', { concurrent: true }, () => {
  const doctor = (root: string, ...words: string[]) => run(root, ['doctor', ...words], offline());

  it('a vector of the built-in model, without a key and a hook', async () => {
    const { code, stdout } = await doctor(project());
    expect(code).toBe(0);
    expect(stdout).toMatch(/ok {2}vector +builtin returned 512 dimensions in \d+ ms\n/);
    expect(stdout).not.toMatch(/ (key|hook) /);
    expect((await doctor(project(), '--embedder', 'none')).stdout).toMatch(/ok {2}vector +none: keywords only/);
  });

  it('the key of a provider, and fails without one', async () => {
    const { code, stdout } = await doctor(project(), '--embedder', 'openai/text-embedding-3-small');
    expect(code).toBe(1);
    expect(stdout).toMatch(/!! {2}key +OPENAI_API_KEY is not set. openai\/text-embedding-3-small requires a key\.\n/);
    expect(stdout).toMatch(/!! {2}vector +OpenAI requires a key. Set OPENAI_API_KEY/);
  });

  it('a server that does not run, and fails', async () => {
    const at = ['--embedder', 'openai/mine', '--dimensions', '4', '--base-url', 'http://127.0.0.1:9/v1'];
    const { code, stdout } = await run(project(), ['doctor', ...at], { env: { FROE_API_KEY: '' } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/ok {2}key +FROE_API_KEY is not set, and not required\n/);
    expect(stdout).toMatch(/!! {2}vector +OpenAI \(http:\/\/127\.0\.0\.1:9\/v1\) could not be reached: /);
  });

  const hooked = (command: string) =>
    run(project(), ['doctor'], { ...offline(), env: { FROE_HOOKS_CONTEXT: command } });

  it('the hook, once', async () => {
    const script =
      "const {id} = JSON.parse(require('fs').readFileSync(0)); console.log(JSON.stringify({id, context: 'Adds.'}))";
    const { code, stdout } = await hooked(`node -e "${script}"`);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/ok {2}hook +node .* answered in \d+ ms: Adds\.\n/)]);
  });

  it.each([
    ['exit 3', /!! {2}hook +the command ended with code 3\n/],
    ['cat >/dev/null; echo no JSON', /!! {2}hook +the command returned no answer\n/],
    [
      'echo \'{"id":"other","context":"x"}\'',
      /!! {2}hook +.* returned nothing for main:doctor\.py.*It must write one line/,
    ],
  ])('a hook that fails, and fails: %s', async (command, said) => {
    const { code, stdout } = await hooked(command);
    expect([code, stdout]).toEqual([1, expect.stringMatching(said)]);
  });
});

describe('froe doctor and froe clean', { concurrent: true }, () => {
  it('find no problems, and remove the index', async () => {
    const root = project();
    expect((await run(root, ['doctor'])).stdout).toMatch(/ok {2}index +none at .*: run froe index/);
    await run(root, ['index']);
    const { code, stdout } = await run(root, ['doctor'], offline());
    expect(code).toBe(0);
    expect(stdout).toMatch(/ok {2}index .*: 3 sources, 3 chunks, 0 without a vector\n/);
    expect(await run(root, ['clean'])).toMatchObject({ code: 0, stdout: `removed ${indexOf(root)}\n` });
    expect(existsSync(indexOf(root))).toBe(false);
    expect(existsSync(join(root, 'README.md'))).toBe(true);
    expect(await run(root, ['clean'])).toMatchObject({ code: 1, stdout: `no index at ${indexOf(root)}\n` });
  });
});
