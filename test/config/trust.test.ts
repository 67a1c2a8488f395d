/** The configuration of an untrusted clone cannot run commands or send data. Real files. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../src/config/keys.js';
import { inspect, load, projectWishes } from '../../src/config/load.js';
import { userFolder } from '../../src/config/readConfig.js';
import { distrust, trust } from '../../src/config/trust.js';
import { FroeError } from '../../src/errors.js';
import { type Folders, folders, PROJECT, USER } from './folders.js';

/** What the project is refused; empty when it is not. */
function refused({ root, home }: Folders, more: object = {}): string {
  try {
    load({ root, home, ...more });
    return '';
  } catch (error) {
    if (!(error instanceof FroeError) || error.code !== 'untrusted') throw error;
    expect(error.hint).toBe(`If you trust it, run: froe trust ${root}`);
    return error.message.replace(`${join(root, '.froe', 'config.yaml')} wants to `, '');
  }
}

function allow({ root, home }: Folders): void {
  const project = projectWishes(root);
  if (!project) throw new Error('no project');
  trust(userFolder({}, home), root, project.hash);
}

const VOYAGE = 'send text to https://api.voyageai.com/v1';
const OPENAI = 'send text to https://api.openai.com/v1';

describe('a project may not', () => {
  it.each([
    ['run a command', 'hooks: {context: ./x}', 'run a command: ./x'],
    ['use a remote embedder', 'embedder: openai/text-embedding-3-small', OPENAI],
    ['use a server of its own', 'embedder: ollama/x\nbaseUrl: http://evil', 'send text to http://evil'],
    [
      'use even a local address that is not the usual one',
      'embedder: ollama/x\nbaseUrl: http://127.0.0.1:2375',
      'send text to http://127.0.0.1:2375',
    ],
    ['use a remote reranker', 'reranker: voyage/rerank-2.5', VOYAGE],
    ['use a reranker of its own', 'reranker: server/x\nrerankerBaseUrl: http://evil', 'send text to http://evil'],
    [
      'use even a reranker on this machine',
      'reranker: server/x\nrerankerBaseUrl: http://127.0.0.1:8080',
      'send text to http://127.0.0.1:8080',
    ],
    ['name one server twice and be asked twice', 'embedder: voyage/voyage-code-3\nreranker: voyage/rerank-2.5', VOYAGE],
    ['open files with an address of its own', 'editor: evil://x/{path}', 'open files with evil://x/{path}'],
    [
      'do two things',
      'hooks: {context: ./x}\nembedder: voyage/voyage-code-3',
      'run a command: ./x, and to send text to https://api.voyageai.com/v1',
    ],
  ])('%s', (_, config, said) => {
    expect(refused(folders({ [PROJECT]: config }))).toBe(said);
  });

  it.each(['../up.db', '/tmp/elsewhere.db', '.froe/../../up.db', '..'])('put its index at %s', (index) => {
    expect(refused(folders({ [PROJECT]: `index: ${index}` }))).toMatch(/^put its index at \//);
  });

  it('put its index at a database of its choice', () => {
    const files = folders({ [PROJECT]: 'index: postgres://me:secret@evil/db' });
    expect(refused(files)).toBe('put its index at postgres://me@evil/db');
  });

  it('have the user’s embedder send to its server', () => {
    const files = folders({ [PROJECT]: 'baseUrl: http://evil', [USER]: 'embedder: openai/text-embedding-3-small' });
    expect(refused(files)).toBe('send text to http://evil');
  });

  it('have the user’s reranker send to its server, nor where only the user’s embedder sends', () => {
    const files = folders({ [PROJECT]: 'rerankerBaseUrl: http://evil', [USER]: 'reranker: jina/x' });
    expect(refused(files)).toBe('send text to http://evil');
    const other = folders({ [PROJECT]: 'reranker: voyage/rerank-2.5', [USER]: 'embedder: voyage/voyage-code-3' });
    expect(refused(other)).toBe(VOYAGE);
  });
});

describe('a project may', () => {
  it.each([
    'maxTokens: 300\nexclude: [dist/]',
    'embedder: none',
    'editor: zed', // a name that froe knows
    'embedder: test',
    'embedder: ollama/nomic-embed-text', // on this machine, at its usual place
    'baseUrl: http://evil', // there is no embedder to use it
    'reranker: none',
    'rerankerBaseUrl: http://evil', // there is no reranker to use it
    'index: .froe/other.db',
    'index: deep/down/..db',
  ])('say %j', (config) => {
    expect(refused(folders({ [PROJECT]: config }))).toBe('');
  });

  it('set what the user sets, too', () => {
    const openai = 'embedder: openai/text-embedding-3-large';
    expect(refused(folders({ [PROJECT]: openai, [USER]: 'embedder: openai/text-embedding-3-small' }))).toBe('');
    expect(refused(folders({ [PROJECT]: openai, [USER]: 'embedder: voyage/voyage-code-3' }))).toBe(OPENAI);
    const own = 'embedder: openai/x\nbaseUrl: http://mine/v1/';
    expect(refused(folders({ [PROJECT]: own, [USER]: 'baseUrl: http://mine/v1' }))).toBe('');
    expect(refused(folders({ [PROJECT]: own, [USER]: 'baseUrl: http://mine/v2' }))).toBe('send text to http://mine/v1');
    const ranked = 'reranker: voyage/rerank-2.5-lite';
    expect(refused(folders({ [PROJECT]: ranked, [USER]: 'reranker: voyage/rerank-2.5' }))).toBe('');
    expect(refused(folders({ [PROJECT]: ranked }), { flags: { reranker: 'none' } })).toBe('');
    const editor = 'editor: mine://x/{path}';
    expect(refused(folders({ [PROJECT]: editor, [USER]: editor }))).toBe('');
    expect(refused(folders({ [PROJECT]: editor }), { flags: { editor: 'none' } })).toBe('');
    const hook = 'hooks: {context: ./x}';
    expect(refused(folders({ [PROJECT]: hook, [USER]: hook }))).toBe('');
    expect(refused(folders({ [PROJECT]: hook, [USER]: 'hooks: {context: ./y}' }))).toBe('run a command: ./x');
  });

  it('set what the user overrides', () => {
    const files = folders({ [PROJECT]: 'embedder: openai/x\nhooks: {context: ./x}' });
    const env = { FROE_EMBEDDER: 'none', FROE_HOOKS_CONTEXT: './mine' };
    expect(refused(files, { env })).toBe('');
    expect(refused(files, { flags: { embedder: 'none', 'hooks.context': './mine' } })).toBe('');
    expect(refused(files, { flags: { embedder: 'none' } })).toBe('run a command: ./x');
    expect(refused(files, { flags: { baseUrl: 'http://mine', 'hooks.context': './mine' } })).toBe('');
  });
});

describe('trust', () => {
  const config = 'hooks: {context: ./x}';

  it('is granted to a configuration, and lost when it changes', () => {
    const files = folders({ [PROJECT]: config });
    allow(files);
    expect(refused(files)).toBe('');
    expect(load(files).settings['hooks.context']).toBe('./x');
    files.write(PROJECT, `${config} # and more`);
    expect(refused(files)).toBe('run a command: ./x');
    files.write(PROJECT, config);
    expect(refused(files)).toBe('');
  });

  it('can be revoked', () => {
    const files = folders({ [PROJECT]: config });
    allow(files);
    expect(distrust(userFolder({}, files.home), files.root)).toBe(true);
    expect(refused(files)).not.toBe('');
    expect(distrust(userFolder({}, files.home), files.root)).toBe(false);
  });

  it('applies to one folder: the same file elsewhere is not trusted, a link to the folder is', () => {
    const files = folders({ [PROJECT]: config });
    allow(files);
    const other = join(files.home, 'other');
    mkdirSync(join(other, '.froe'), { recursive: true });
    writeFileSync(join(other, '.froe', 'config.yaml'), config);
    expect(refused({ ...files, root: other })).toBe('run a command: ./x');
    const link = join(files.home, 'link');
    symlinkSync(files.root, link);
    expect(refused({ ...files, root: link })).toBe('');
  });

  it('keeps what was trusted before', () => {
    const one = folders({ [PROJECT]: config });
    const two = folders({ [PROJECT]: config });
    allow(one);
    allow({ ...two, home: one.home });
    expect(refused(one)).toBe('');
    expect(refused({ ...two, home: one.home })).toBe('');
    distrust(userFolder({}, one.home), two.root);
    expect(refused(one)).toBe('');
  });

  it('cannot be granted by the project itself', () => {
    const files = folders({ [PROJECT]: config });
    allow(files);
    const list = readFileSync(join(userFolder({}, files.home), 'trust.json'), 'utf8');
    const fresh = folders({ [PROJECT]: config, 'root/.froe/trust.json': list });
    expect(refused(fresh)).not.toBe('');
  });

  it.each(['{', '[]', '{"a": 1}', ''])('a list with the contents %j is ignored', (content) => {
    const files = folders({ [PROJECT]: config, 'home/.config/froe/trust.json': content });
    expect(() => load(files)).toThrow(
      expect.objectContaining({ code: 'unreadable', hint: expect.stringMatching(/Delete/) }),
    );
  });

  it('is listed without an error', () => {
    const files = folders({ [PROJECT]: config });
    expect(inspect(files)).toMatchObject({ demands: ['run a command: ./x'], trusted: false });
    allow(files);
    expect(inspect(files)).toMatchObject({ demands: ['run a command: ./x'], trusted: true });
  });
});

describe('demands', () => {
  it('include an address without its embedder', () => {
    const { root } = folders({ [PROJECT]: 'baseUrl: http://evil' });
    expect(projectWishes(root)?.wishes).toEqual(['send text to http://evil']);
    expect(projectWishes(folders().root)).toBeUndefined();
  });

  it('include every setting that needs trust: nothing is trusted without being shown', () => {
    const embedder = fc.constantFrom('none', 'test', 'builtin', 'odd', 'openai/x', 'voyage/y', 'ollama/z');
    const baseUrl = fc.constantFrom('http://a', 'https://b/v1', 'http://127.0.0.1:1', 'junk');
    const hook = fc.constantFrom('./x', './y');
    const index = fc.constantFrom('in.db', '../out.db');
    const reranker = fc.constantFrom('none', 'odd', 'voyage/x', 'cohere/y', 'server/z');
    const values = fc.record(
      { embedder, baseUrl, reranker, rerankerBaseUrl: baseUrl, 'hooks.context': hook, index },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(values, values, values, (project, user, flags: Values) => {
        const { root, home } = folders({
          'root/.froe/config.json': JSON.stringify(project),
          'home/.config/froe/config.json': JSON.stringify(user),
        });
        const { demands } = inspect({ root, home, flags });
        expect(projectWishes(root)?.wishes).toEqual(expect.arrayContaining([...demands]));
      }),
      { numRuns: 150 },
    );
  });
});
