import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, open } from '../../src/engine/engine.js';
import type { SearchFilter } from '../../src/search/searchFilter.js';
import { folder } from '../folder.js';

const files = {
  'src/client.py': `class Client:
    """Sends an oak."""

    def get(self, oak):
        return self.send("GET", oak)

    def close(self):
        self.oak = None


def get(oak):
    return Client().get(oak)
`,
  'src/view.tsx': 'export const View = () => <p>oak</p>;\n',
  'src/app.ts': 'export function app(oak: string) {\n  return oak;\n}\n',
  'tests/test_client.py': 'def test_get():\n    assert oak()\n',
  'web/AppTest.java': 'class AppTest { String oak; }\n',
  'guide.rst': 'Oak\n===\n\nAn oak in a guide.\n\nClient\n======\n\nThe oak of a client.\n',
  'README.md': '# Oak\n\nAn oak to be read.\n',
};

describe('a filter', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open(folder(files), { embedder: 'none' });
    await engine.sync();
  });
  afterAll(() => engine.close());

  const pathsOf = async (query: string, filter: SearchFilter = {}): Promise<readonly string[]> => {
    const { results } = await engine.search(query, { filter, limit: 50 });
    return [...new Set(results.map(({ chunks }) => chunks[0].filePath))].sort();
  };
  const all = Object.keys(files).sort();
  const without = (...paths: string[]): readonly string[] => all.filter((path) => !paths.includes(path));

  it('leaves out chunks above a sensitivity', async () => {
    const { artifactId } = await engine.ingest({
      content: Buffer.from('An elm that nobody should see.\n'),
      filename: 'elm.txt',
      sourceSystem: 'test',
      sensitivity: 'highly_sensitive',
    });
    const found = async (filter: SearchFilter): Promise<readonly string[]> =>
      (await engine.search('elm', { filter })).results.map(({ docId }) => docId);
    expect(await found({})).toEqual([artifactId]);
    expect(await found({ maxSensitivity: 'sensitive' })).toEqual([]);
    await engine.forget([artifactId]);
  });

  it('of the library takes the source_type of a record', async () => {
    expect(await pathsOf('oak', { sourceTypes: ['docs'] })).toEqual(['README.md', 'guide.rst']);
    expect(await pathsOf('oak', { sourceTypes: ['markdown'] })).toEqual(['README.md', 'guide.rst']);
    expect(await pathsOf('oak', { sourceTypes: ['code'] })).toEqual(without('README.md', 'guide.rst'));
    expect(await pathsOf('oak', { sourceTypes: ['text', 'artifact'] })).toEqual([]);
  });

  it.each([
    ['lang:restructuredtext', ['guide.rst']],
    ['lang:rst', ['guide.rst']],
    ['lang:py', ['src/client.py', 'tests/test_client.py']],
    ['lang:Python lang:markdown', ['README.md', 'src/client.py', 'tests/test_client.py']],
    ['lang:ts', ['src/app.ts', 'src/view.tsx']],
    ['lang:tsx', ['src/view.tsx']],
    ['lang:golang', []],
    ['-lang:rst', without('guide.rst')],
    ['-lang:reStructuredText -lang:py', without('guide.rst', 'src/client.py', 'tests/test_client.py')],
    ['type:docs', ['README.md', 'guide.rst']],
    ['-type:docs', without('README.md', 'guide.rst')],
    ['type:code', without('README.md', 'guide.rst')],
    ['-type:code', ['README.md', 'guide.rst']],
    ['type:test', ['tests/test_client.py', 'web/AppTest.java']],
    ['-type:tests', without('tests/test_client.py', 'web/AppTest.java')],
    ['type:code -type:test', ['src/app.ts', 'src/client.py', 'src/view.tsx']],
    ['type:markdown', ['README.md', 'guide.rst']],
    ['type:model', []],
    ['path:src', ['src/app.ts', 'src/client.py', 'src/view.tsx']],
    ['-path:src', without('src/app.ts', 'src/client.py', 'src/view.tsx')],
    ['path:src -path:*.tsx', ['src/app.ts', 'src/client.py']],
  ])('oak %s', async (filters, expected) => expect(await pathsOf(`oak ${filters}`)).toEqual(expected));

  it.each([
    ['path:src', { paths: ['src'] }],
    ['path:src/*', { paths: ['src/*'] }],
    ['path:./src', { paths: ['./src'] }],
  ])('means the same in a query and as an option: %s', async (typed, filter) => {
    const expected = ['src/app.ts', 'src/client.py', 'src/view.tsx'];
    expect(await pathsOf(`oak ${typed}`)).toEqual(expected);
    expect(await pathsOf('oak', filter)).toEqual(expected);
    expect(
      await pathsOf('oak', { paths: filter.paths.map((path) => `${engine.root}/${path.replace('./', '')}`) }),
    ).toEqual(expected);
  });

  it('narrows another filter', async () => {
    expect(await pathsOf('oak path:*.py', { paths: ['src'] })).toEqual(['src/client.py']);
    expect(await pathsOf('oak path:tests', { paths: ['src'] })).toEqual([]);
    expect(await pathsOf('oak lang:py', { languages: ['ts'] })).toEqual([]);
  });

  describe('by a symbol', () => {
    const chunksOf = async (query: string): Promise<readonly string[]> => {
      const { results } = await engine.search(query, { merge: false, limit: 50 });
      return results.map(({ chunks }) => chunks[0].content);
    };

    it('returns its definition and its members only', async () => {
      const found = await chunksOf('symbol:Client oak');
      expect(found.join('')).toContain('self.send');
      expect(await pathsOf('symbol:Client oak')).toEqual(['src/client.py']);
      expect(await pathsOf('symbol:test_get oak')).toEqual(['tests/test_client.py']);
      expect(await pathsOf('symbol:Nothing oak')).toEqual([]);
      expect(await pathsOf('oak', { symbols: ['Client.close'] })).toEqual(['src/client.py']);
      expect(await pathsOf('symbol:View.close oak')).toEqual([]);
    });

    it('excludes them with a minus', async () => {
      expect((await chunksOf('oak -symbol:Client')).join('')).not.toContain('self.send');
      expect(await pathsOf('oak -symbol:app')).toEqual(without('src/app.ts'));
    });

    it.each(['Client.get', 'Client#get', 'Client::get', 'client.Client.get'])(
      'knows %s by its class',
      async (symbol) => {
        const found = await pathsOf(`oak symbol:${symbol}`);
        expect(found).toEqual(symbol.startsWith('client.') ? [] : ['src/client.py']);
      },
    );
  });

  it.each([
    ['lang:pyhton', /Unknown language 'pyhton'/, /Did you mean python\? .*rst/],
    ['-lang:klingonese', /Unknown language 'klingonese'/, /The index contains .*markdown, python, rst/],
    [
      'type:functoin',
      /Unknown type 'functoin'/,
      /Did you mean function\? .*code, docs, artifact, .*Kinds of files: .*test, /,
    ],
  ])('that is unknown lists the allowed values: %s', async (typed, message, hint) => {
    await expect(engine.search(`oak ${typed}`)).rejects.toMatchObject({
      code: 'bad-option',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it.each([
    ['oak path:src/foo', 'no file is below src/foo'],
    ['oak path:*.zig', 'no path is like *.zig'],
    ['oak lang:golang', 'no file is in golang'],
    ['oak symbol:Nothing', 'nothing here defines Nothing'],
    ['oak type:model', 'nothing has type model'],
    ['oak lang:rst path:src', 'no file is both path:src and lang:rst'],
    ['guide -lang:rst', '2 matches outside -lang:rst'],
    ['assert lang:ts', '1 match outside lang:ts'],
    ['beech', 'nothing here has any of these words'],
    ['beech lang:py', 'nothing that is lang:py has any of these words'],
    ['lang:py', 'the question has no words to look for'],
    ['oak "elm and ash"', 'nothing has "elm and ash"'],
  ])('that matches nothing is reported: %s', async (query, nothing) =>
    expect(await engine.search(query)).toMatchObject({ results: [], nothing }),
  );

  it('is not reported if there are results', async () =>
    expect(await engine.search('oak')).not.toHaveProperty('nothing'));

  it('of the library is refused if it is invalid', async () => {
    const wrong = (filter: object): Promise<unknown> => engine.search('oak', { filter });
    await expect(wrong({ langauges: ['python'] })).rejects.toMatchObject({ code: 'bad-option' });
    await expect(wrong({ also: { langauges: ['python'] } })).rejects.toMatchObject({
      code: 'bad-option',
      message: "Unknown filter 'langauges'",
      hint: expect.stringMatching(/Did you mean languages\? Filters: languages/),
    });
    await expect(wrong({ languages: 'python' })).rejects.toMatchObject({ code: 'bad-option' });
    await expect(wrong({ also: { languages: 'python' } })).rejects.toThrow(
      'The filter languages must be a list of strings',
    );
    await expect(wrong({ also: { types: ['nothing'] } })).rejects.toThrow("Unknown type 'nothing'");
  });
});
