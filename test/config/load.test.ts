/** The precedence of settings, and that their origin is reported. Real files. */
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flagOf, keyNames, keys, type SettingKey, type Values, variableOf } from '../../src/config/keys.js';
import { load } from '../../src/config/load.js';
import { FroeError } from '../../src/errors.js';
import { type Folders, folders, PROJECT, USER } from './folders.js';

const errorOf = (work: () => unknown): FroeError => {
  try {
    work();
  } catch (error) {
    if (error instanceof FroeError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

/** Two values for every key, and how they are written in the environment. Nothing here needs trust. */
const samples: Readonly<Record<SettingKey, readonly [unknown, string][]>> = {
  index: [
    ['.froe/a.db', '.froe/a.db'],
    ['b.db', 'b.db'],
  ],
  embedder: [
    ['test', 'test'],
    ['ollama/nomic-embed-text', 'ollama/nomic-embed-text'],
  ],
  baseUrl: [['http://mine:1/v1', 'http://mine:1/v1']],
  reranker: [['none', 'none']],
  rerankerBaseUrl: [['http://mine:2', 'http://mine:2']],
  rerankerDepth: [
    [40, '40'],
    [1, '1'],
  ],
  rerank: [
    [false, 'false'],
    [true, 'true'],
  ],
  dimensions: [
    [256, '256'],
    [1, '1'],
  ],
  preset: [
    ['units', 'units'],
    ['unified-schema', 'unified-schema'],
  ],
  maxTokens: [
    [8, '8'],
    [1000, '1000'],
  ],
  overlap: [
    [0, '0'],
    ['auto', 'auto'],
  ],
  granularity: [
    ['node', 'node'],
    ['pack', 'pack'],
  ],
  tokenizer: [['o200k_base', 'o200k_base']],
  exclude: [
    [['*.min.js', 'dist/'], '*.min.js, dist/'],
    [['a'], 'a'],
  ],
  include: [[['src/**'], 'src/**']],
  maxFileSize: [[1000, '1000']],
  jobs: [
    [1, '1'],
    [7, '7'],
  ],
  history: [
    [0, '0'],
    [1000, '1000'],
  ],
  format: [
    ['claude', 'claude'],
    ['json', 'json'],
  ],
  budget: [[4000, '4000']],
  editor: [
    ['zed', 'zed'],
    ['none', 'none'],
  ],
  merge: [
    [true, 'true'],
    [false, 'false'],
  ],
  'merge.match': [
    [0.25, '0.25'],
    [0, '0'],
  ],
  'merge.threshold': [
    [0.5, '0.5'],
    [1, '1'],
  ],
  'merge.inclusive': [
    [true, 'true'],
    [false, 'false'],
  ],
  'merge.least': [
    [1, '1'],
    [3, '3'],
  ],
  'merge.cap': [
    [1.5, '1.5'],
    [2, '2'],
  ],
  'merge.combine': [
    ['sum', 'sum'],
    ['rss', 'rss'],
  ],
  maxSensitivity: [['sensitive', 'sensitive']], // of two, the project may not choose the higher
  'hooks.context': [['./summarise --short', './summarise --short']],
};

const at = ({ root, home }: Folders, more: object = {}) => load({ root, home, ...more });

describe('precedence', () => {
  const layer = fc.record(
    Object.fromEntries(keyNames.map((key) => [key, fc.constantFrom(...samples[key])])) as Record<
      SettingKey,
      fc.Arbitrary<[unknown, string]>
    >,
    { requiredKeys: [] },
  );
  type Said = { readonly [K in SettingKey]?: readonly [unknown, string] };
  const valuesOf = (warnings: Said): Record<string, unknown> =>
    Object.fromEntries(Object.entries(warnings).map(([key, [value]]) => [key, value]));

  it('flag > variable > project > user > default, key by key', () => {
    fc.assert(
      fc.property(layer, layer, layer, layer, (flag: Said, variable: Said, project: Said, user: Said) => {
        // What a project may not say by itself is said by the user, last.
        const { baseUrl: _, 'hooks.context': __, ...harmless } = project;
        const files = folders({
          'root/.froe/config.json': JSON.stringify(valuesOf(harmless)),
          'home/.config/froe/config.json': JSON.stringify(valuesOf(user)),
        });
        const env = Object.fromEntries(
          Object.entries(variable).map(([key, [, text]]) => [variableOf(key as SettingKey), text]),
        );
        const flags = valuesOf(flag) as Values;
        const { settings, origins, notes } = at(files, { flags, env });
        expect(notes).toEqual([]);
        for (const key of keyNames) {
          const layers = { flag, variable, project: harmless as Said, user };
          const winner = Object.entries(layers).find(([, warnings]) => warnings[key] !== undefined);
          expect([key, origins[key].from]).toEqual([key, winner?.[0] ?? 'default']);
          if (winner && key !== 'index') expect(settings[key]).toEqual(winner[1][key]?.[0]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('states the origin of each value', () => {
    const files = folders({ [PROJECT]: 'maxTokens: 300\njobs: 2\n', [USER]: 'jobs: 3\nbudget: 99\n' });
    const { settings, origins } = at(files, { flags: { overlap: 10 }, env: { FROE_TOKENIZER: 'o200k_base' } });
    expect(settings).toMatchObject({ maxTokens: 300, jobs: 2, budget: 99, overlap: 10, tokenizer: 'o200k_base' });
    expect(origins).toMatchObject({
      overlap: { from: 'flag', where: '--overlap' },
      tokenizer: { from: 'variable', where: 'FROE_TOKENIZER' },
      jobs: { from: 'project', where: join(files.root, '.froe', 'config.yaml') },
      budget: { from: 'user', where: join(files.home, '.config', 'froe', 'config.yaml') },
      format: { from: 'default', where: '' },
      baseUrl: { from: 'default', where: '' },
    });
  });

  it("a project may lower the sensitivity, but not raise it above the user's", () => {
    const level = (project: string, user: string, more: object = {}) => {
      const { settings, notes } = at(folders({ [PROJECT]: project, [USER]: user }), more);
      return [settings.maxSensitivity, notes.length];
    };
    expect(level('maxSensitivity: normal', '')).toEqual(['normal', 0]);
    expect(level('maxSensitivity: normal', 'maxSensitivity: sensitive')).toEqual(['normal', 0]);
    expect(level('maxSensitivity: highly_sensitive', 'maxSensitivity: sensitive')).toEqual(['sensitive', 1]);
    expect(level('maxSensitivity: sensitive', '', { env: { FROE_MAX_SENSITIVITY: 'normal' } })).toEqual(['normal', 0]);
    expect(level('maxSensitivity: normal', '', { flags: { maxSensitivity: 'sensitive' } })).toEqual(['sensitive', 0]);
    expect(level('', '')).toEqual([undefined, 0]);
    expect(errorOf(() => level('maxSensitivity: secret', '')).message).toMatch(/must be normal, sensitive or highly_/);
  });

  it('without settings, the defaults apply', () => {
    const { root, home } = folders();
    expect(load({ root, home }).settings).toEqual({
      index: join(root, '.froe', 'index.db'),
      embedder: 'builtin',
      reranker: 'none',
      tokenizer: 'cl100k_base',
      exclude: [],
      include: [],
      maxFileSize: 64 * 1024 * 1024,
      format: 'generic',
      budget: 8000,
      editor: 'vscode',
    });
  });

  it('the user’s folder is XDG_CONFIG_HOME', () => {
    const files = folders({ 'home/x/froe/config.json': '{"jobs": 4}', [USER]: 'jobs: 5' });
    expect(at(files, { env: { XDG_CONFIG_HOME: join(files.home, 'x') } }).settings.jobs).toBe(4);
    expect(at(files, { env: { XDG_CONFIG_HOME: '' } }).settings.jobs).toBe(5);
  });

  it('the index is relative to the file that sets it', () => {
    const files = folders({ [USER]: 'index: mine.db' });
    expect(at(files).settings.index).toBe(join(files.root, 'mine.db'));
    expect(at(files, { flags: { index: 'mine.db' } }).settings.index).toBe(resolve('mine.db'));
    expect(at(files, { env: { FROE_INDEX: 'mine.db' } }).settings.index).toBe(resolve('mine.db'));
  });
});

describe('files', () => {
  it('comments, nothing and groups', () => {
    expect(at(folders({ [PROJECT]: '' })).settings.budget).toBe(8000);
    expect(at(folders({ [PROJECT]: '# nothing yet\n' })).settings.budget).toBe(8000);
    expect(at(folders({ [USER]: 'hooks:\n  context: ./c\n' })).settings['hooks.context']).toBe('./c');
  });

  it.each<[string, Record<string, string | Uint8Array>, RegExp, RegExp?]>([
    ['an unknown key', { [PROJECT]: 'maxToken: 3' }, /config\.yaml: unknown setting 'maxToken'/, /mean maxTokens\?/],
    ['another way of writing', { [USER]: 'base_url: x' }, /unknown setting 'base_url'/, /mean baseUrl\?/],
    ['an unknown key in a group', { [USER]: 'hooks:\n  contxt: x' }, /'hooks\.contxt'/, /mean hooks\.context\?/],
    ['one far from any', { [USER]: 'zzzzzz: x' }, /unknown setting 'zzzzzz'/, /Known: index, embedder/],
    ['a prototype', { 'root/.froe/config.json': '{"__proto__": {"jobs": 3}}' }, /unknown setting '__proto__'/],
    ['toString', { [USER]: 'toString: 1' }, /unknown setting 'toString'/],
    [
      'too small',
      { [PROJECT]: 'maxTokens: 3' },
      /config\.yaml: maxTokens: must be a whole number from 8, not 3$/,
      /maximum tokens/,
    ],
    ['of another kind', { [PROJECT]: 'jobs: many' }, /jobs: must be a whole number from 1 to 256, not "many"$/],
    ['not one of', { [PROJECT]: 'granularity: huge' }, /granularity: must be pack or node, not "huge"$/],
    ['a group that is none', { [PROJECT]: 'jobs:\n  x: 1' }, /jobs: /],
    ['a null', { [PROJECT]: 'jobs:' }, /jobs: /],
    ['a list', { [PROJECT]: '- jobs' }, /must be a map/],
    ['a word', { [PROJECT]: 'jobs' }, /must be a map/],
    ['broken YAML', { [PROJECT]: 'jobs: [1' }, /is not valid YAML/],
    ['a key twice', { [PROJECT]: 'jobs: 1\njobs: 2' }, /is not valid YAML/],
    ['broken JSON', { 'root/.froe/config.json': '{' }, /is not valid JSON/],
    ['no text', { [PROJECT]: Uint8Array.of(0x6a, 0xff, 0xfe) }, /is not valid YAML/],
    ['both', { [PROJECT]: '', 'root/.froe/config.json': '{}' }, /has both/, /Keep one/],
    ['yml', { 'root/.froe/config.yml': '' }, /config\.yml is ignored/, /config\.yaml/],
    ['a folder', { 'root/.froe/config.json/x': '' }, /config\.json/],
    ['a flood of aliases', { [PROJECT]: bomb() }, /is not valid YAML/],
    ['too large', { [PROJECT]: `# ${'x'.repeat(1024 * 1024)}` }, /too large/],
  ])('%s is refused', (_, files, message, hint) => {
    const error = errorOf(() => at(folders(files)));
    expect(error.code).toBe('bad-option');
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('\n');
    if (hint) expect(error.hint).toMatch(hint);
  });

  it('never cause a crash', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constantFrom('&a [*a]', '? ', '<<: *x')), (text) => {
        const files = folders({ [PROJECT]: text });
        try {
          at(files);
        } catch (error) {
          expect(error).toBeInstanceOf(FroeError);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never cause unexpected output', async () => {
    const warnings: string[] = [];
    const listen = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', listen);
    at(folders({ [USER]: 'embedder: !odd test' })); // the YAML library warns of a tag that it does not know
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });
});

/** Each line ten of the line before: a thousand million in all. */
function bomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let i = 1; i < 9; i++) lines.push(`a${i}: &a${i} [${new Array(10).fill(`*a${i - 1}`).join(', ')}]`);
  return lines.join('\n');
}

describe('variables', () => {
  it.each([
    ['FROE_MAX_TOKENS', '3', /FROE_MAX_TOKENS: must be a whole number from 8, not 3$/],
    ['FROE_MAX_TOKENS', 'many', /FROE_MAX_TOKENS: .* not "many"$/],
    ['FROE_MAX_TOKENS', '1e3', /FROE_MAX_TOKENS: .* not "1e3"$/],
    ['FROE_GRANULARITY', 'huge', /FROE_GRANULARITY: /],
  ])('%s=%s', (name, value, message) => {
    expect(errorOf(() => at(folders(), { env: { [name]: value } })).message).toMatch(message);
  });

  it('a list of nothing is an empty list', () => {
    const files = folders({ [USER]: 'exclude: [a]' });
    expect(at(files, { env: { FROE_EXCLUDE: ' , ,' } }).settings.exclude).toEqual([]);
  });

  it('set to nothing are not set', () => {
    expect(at(folders(), { env: { FROE_JOBS: '' } }).settings.jobs).toBeUndefined();
  });

  it('that are unknown are reported', () => {
    const env = { FROE_EMBEDER: 'test', FROE_XYZZY: '1', FROE_API_KEY: 'k', FROE_CACHE_DIR: '/x', PATH: '/bin' };
    expect(at(folders(), { env }).notes).toEqual([
      'Unknown variable FROE_EMBEDER: did you mean FROE_EMBEDDER?',
      'Unknown variable FROE_XYZZY',
    ]);
  });

  it('have names derived from the settings', () => {
    expect(keyNames.map(variableOf)).toContain('FROE_MAX_FILE_SIZE');
    expect(variableOf('hooks.context')).toBe('FROE_HOOKS_CONTEXT');
    expect(flagOf('maxFileSize')).toBe('--max-file-size');
    expect(flagOf('hooks.context')).toBe('--hooks-context');
  });
});

it('every setting has a description', () => {
  for (const key of keyNames) expect(keys[key].about).toMatch(/\w{3}/);
});
