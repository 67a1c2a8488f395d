import { describe, expect, it } from 'vitest';
import { RecordBuilder, type RecordParts } from '../../src/chunk/recordBuilder.js';
import { sourceFromText } from '../../src/sources/read.js';
import { sha256 } from '../../src/text/hash.js';

const at = (path: string, text = 'oak é\nash\nelm\n') =>
  sourceFromText(text, { tree: 'main', path, language: 'markdown' });
const names = { name: 'b', fullName: 'a > b', parentContext: 'a', breadcrumb: '> t › a › b' };
const placement = (): RecordParts => ({
  start: 4,
  body: 6,
  end: 10,
  id: 'main:t.md#b',
  parentId: 'main:t.md#a',
  sourceType: 'markdown',
  chunkType: 'markdown_section',
  tokenCount: 3,
  names,
  depth: 2,
  position: 5,
  partIndex: 2,
  partOf: 3,
  prefix: '',
  metadata: { parser: 'test' },
});

describe('a record', () => {
  it('has everything that its source, its span and its cutter know', () => {
    expect(new RecordBuilder(at('docs/t.md')).build(placement())).toEqual({
      id: 'main:t.md#b',
      docId: 'main:docs/t.md',
      parentId: 'main:t.md#a',
      tree: 'main',
      sourceType: 'markdown',
      chunkType: 'markdown_section',
      content: 'é\nash\n'.slice(0, 6),
      tokenCount: 3,
      filePath: 'docs/t.md',
      filename: 't.md',
      fileExtension: '.md',
      language: 'markdown',
      startLine: 1,
      endLine: 2,
      byteStart: 4,
      byteEnd: 11,
      charStart: 4,
      charEnd: 10,
      ...names,
      depth: 2,
      position: 5,
      partIndex: 2,
      partOf: 3,
      overlapBytes: 3,
      overlapChars: 2,
      synthetic: false,
      contentHash: sha256('é\nash\n'),
      embedHash: sha256('é\nash\n'),
      metadata: { parser: 'test' },
    });
  });

  it('is embedded with its prefix and its context', () => {
    const placer = new RecordBuilder(at('t.md'));
    const content = 'é\nash\n';
    expect(placer.build({ ...placement(), context: '# a\n' })).toMatchObject({
      context: '# a\n',
      embedHash: sha256(`# a\n${content}`),
    });
    const prefixed = placer.build({ ...placement(), prefix: 'in t: ', context: '# a\n' });
    expect(prefixed.embedHash).toBe(sha256(`in t: # a\n${content}`));
    expect(prefixed.contentHash).toBe(sha256(content));
    expect(placer.build({ ...placement(), context: '' })).not.toHaveProperty('context');
  });

  it('may get its id from the hash of its content', () => {
    const { id, contentHash } = new RecordBuilder(at('t.md')).build({ ...placement(), id: (hash) => `x::${hash}` });
    expect(id).toBe(`x::${contentHash}`);
  });

  it('may have synthetic content, and is marked', () => {
    expect(new RecordBuilder(at('t.md')).build({ ...placement(), body: 4, synthetic: 'outline' })).toMatchObject({
      content: 'outline',
      synthetic: true,
      overlapBytes: 0,
      contentHash: sha256('outline'),
    });
  });

  it('has the fields of its format in addition to the common ones', () => {
    const fields = { headingLevel: 2, metadata: { lang: 'de' } };
    expect(new RecordBuilder(at('t.md')).build({ ...placement(), fields })).toMatchObject({
      headingLevel: 2,
      metadata: { parser: 'test', lang: 'de' },
    });
    expect(new RecordBuilder(at('t.md')).build({ ...placement(), fields: { isCode: true } }).metadata).toEqual({
      parser: 'test',
    });
  });
});

describe('the extension of a file', () => {
  it.each([
    ['a/b.tar.gz', '.gz'],
    ['Makefile', ''],
    ['.gitignore', ''],
    ['.eslintrc.json', '.json'],
    ['a.b/c', ''],
    ['dot.', ''],
  ])('%s has %j', (path, extension) => {
    expect(new RecordBuilder(at(path)).build(placement()).fileExtension).toBe(extension);
  });
});

describe('a document', () => {
  it('is named by its title, or else by its file', () => {
    expect(new RecordBuilder(at('docs/t.md')).documentNames()).toEqual({
      name: 't.md',
      fullName: 't.md',
      parentContext: '',
      breadcrumb: '> t.md',
    });
    expect(new RecordBuilder(at('docs/t.md'), 'Woods').documentNames()).toMatchObject({
      name: 'Woods',
      breadcrumb: '> Woods',
    });
  });

  it('has its title once in a breadcrumb', () => {
    const placer = new RecordBuilder(at('t.md'), 'Woods');
    expect(placer.breadcrumb(['Oak', 'Bark'])).toBe('> Woods › Oak › Bark');
    expect(placer.breadcrumb(['Woods', 'Oak'])).toBe('> Woods › Oak');
    expect(placer.breadcrumb(['Oak', 'Woods'])).toBe('> Woods › Oak › Woods');
    expect(placer.breadcrumb([])).toBe('> Woods');
  });
});
