import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { FroeError } from '../src/errors.js';
import { chunk } from '../src/pipeline/chunk.js';
import {
  type Chunk,
  type ChunkType,
  chunkSchema,
  chunkTypes,
  fromRecord,
  isSound,
  makeChunk,
  recordJsonSchema,
  type SourceType,
  toRecord,
} from '../src/schema.js';

const optional = [
  'title',
  'slug',
  'embedText',
  'context',
  'docstring',
  'imports',
  'headers',
  'headingLevel',
  'isCode',
] as const satisfies (keyof Chunk)[];
const wholes = [
  ['tokenCount', 1],
  ['startLine', 1],
  ['endLine', 1],
  ['byteStart', 0],
  ['byteEnd', 0],
  ['charStart', 0],
  ['charEnd', 0],
  ['depth', 0],
  ['position', 0],
  ['partIndex', 1],
  ['partOf', 1],
  ['overlapBytes', 0],
  ['overlapChars', 0],
] as const satisfies (readonly [keyof Chunk, number])[];

const snake = (key: string): string => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

/** A chunk with every field, as the cutting loop makes it. */
let sample: Chunk;

beforeAll(async () => {
  const { chunks } = await chunk('def f():\n    return 1\n', { path: 'src/a.py' });
  sample = {
    ...chunks[0],
    title: 'Title',
    slug: 'title',
    embedText: '| head |\ndef f():\n    return 1\n',
    context: '| head |\n',
    docstring: null,
    imports: ['os'],
    headers: { h1: 'Title' },
    headingLevel: 1,
    isCode: true,
  };
});

/** What a call throws; a call that throws nothing fails the test. */
function refusal(call: () => unknown): FroeError {
  try {
    call();
  } catch (error) {
    if (error instanceof FroeError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** The sample's record with some keys changed. */
const record = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...toRecord(sample),
  ...changes,
});

describe('source_type and chunk_type', () => {
  const sources = Object.keys(chunkTypes) as SourceType[]; // keys() forgets the literal type
  const pairs = sources.flatMap((sourceType) =>
    sources.flatMap((of) =>
      chunkTypes[of].map((chunkType): [SourceType, ChunkType, boolean] => [sourceType, chunkType, of === sourceType]),
    ),
  );

  it.each(pairs)('%s with %s: %s', (sourceType, chunkType, valid) => {
    const make = (): Chunk => makeChunk({ ...sample, sourceType, chunkType });
    if (valid) expect(make()).toMatchObject({ sourceType, chunkType });
    else {
      const { code, message } = refusal(make);
      expect(code).toBe('bad-record');
      expect(message).toContain(`chunk ${sample.id} at chunk_type`);
      expect(message).toContain(`chunk_type '${chunkType}' is not valid for source_type '${sourceType}'`);
      expect(message).toContain(chunkTypes[sourceType].join(', '));
      expect(refusal(() => fromRecord(record({ source_type: sourceType, chunk_type: chunkType }))).message).toContain(
        `'${chunkType}' is not valid for source_type '${sourceType}'`,
      );
    }
  });
});

describe('a record that is read back', () => {
  it('is unchanged by JSON', () => {
    expect(fromRecord(JSON.parse(JSON.stringify(record())))).toEqual(sample);
    const { title, slug, embedText, context, docstring, imports, headers, headingLevel, isCode, ...plain } = sample;
    expect(fromRecord(JSON.parse(JSON.stringify(toRecord(plain))))).toEqual(plain);
  });

  it('keeps any metadata', () => {
    const metadata = { tokenizer: 'x', nested: { deep: [1, null] } };
    expect(fromRecord(record({ metadata })).metadata).toEqual(metadata);
  });

  it.each([null, undefined, 12, 'text', true])('is an object, not %j', (value) => {
    expect(refusal(() => fromRecord(value))).toMatchObject({
      code: 'bad-record',
      message: 'A chunk record is an object',
    });
  });

  it('is not a list', () => {
    expect(refusal(() => fromRecord([])).code).toBe('bad-record');
  });

  it.each(['colour', 'tokencount', 'token count', ''])('has no key %j', (key) => {
    const { code, message } = refusal(() => fromRecord(record({ [key]: 1 })));
    expect(code).toBe('bad-record');
    expect(message).toContain(`"${key}"`);
  });

  it('has no key "docId", which is what TypeScript calls doc_id', () => {
    expect(refusal(() => fromRecord(record({ docId: 'main:other.py' }))).code).toBe('bad-record');
  });

  it('has no key "__proto__"', () => {
    const { id, ...rest } = record();
    const forged = JSON.parse(JSON.stringify(rest).replace('{', `{"__proto__":{"id":${JSON.stringify(id)}},`));
    expect(refusal(() => fromRecord(forged)).code).toBe('bad-record');
  });

  it('misses no field, save those for one kind of source', () => {
    const keys = Object.keys(sample) as (keyof Chunk)[]; // keys() forgets the literal type
    expect(keys).toHaveLength(41);
    for (const key of keys) {
      const { [snake(key)]: _, ...rest } = record();
      if (optional.some((name) => name === key)) expect(fromRecord(rest)).not.toHaveProperty(key);
      else expect(refusal(() => fromRecord(rest)).message).toContain(`at ${snake(key)}:`);
    }
  });

  it('holds the right kind of value in every field', () => {
    for (const [key, value] of Object.entries(sample)) {
      const wrong = typeof value === 'object' || typeof value === 'boolean' ? 12 : { not: value };
      expect(refusal(() => fromRecord(record({ [snake(key)]: wrong }))).message).toContain(`at ${snake(key)}:`);
    }
  });

  it.each(['id', 'doc_id', 'content', 'file_path', 'filename', 'language'])('is not empty in %s', (key) => {
    expect(refusal(() => fromRecord(record({ [key]: '' }))).message).toContain(`at ${key}:`);
  });

  it.each(['content_hash', 'embed_hash'])('has 64 digits in %s', (key) => {
    expect(refusal(() => fromRecord(record({ [key]: 'abc' }))).message).toContain(`at ${key}:`);
  });

  it.each([0, 7, 1.5])('has no heading of level %d', (level) => {
    expect(refusal(() => fromRecord(record({ heading_level: level }))).message).toContain('at heading_level:');
  });
});

describe('whole numbers', () => {
  it.each(wholes)('%s is one, and at least %i', (key, least) => {
    for (const value of [1.5, -1, least - 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(refusal(() => makeChunk({ ...sample, [key]: value })).message).toContain(`at ${snake(key)}:`);
      expect(refusal(() => fromRecord(record({ [snake(key)]: value }))).message).toContain(`at ${snake(key)}:`);
    }
  });

  it('are all numbers of a chunk except the heading level', () => {
    const numbers = Object.keys(sample).filter((key) => typeof sample[key as keyof Chunk] === 'number'); // keys() forgets the literal type
    expect(numbers.sort()).toEqual([...wholes.map(([key]) => key), 'headingLevel'].sort());
  });

  it.each([
    ['byte_end', { byteStart: 9, byteEnd: 8 }],
    ['char_end', { charStart: 9, charEnd: 8 }],
    ['end_line', { startLine: 9, endLine: 8 }],
    ['part_index', { partIndex: 3, partOf: 2 }],
  ])('are in order: %s', (at, changes) => {
    expect(refusal(() => makeChunk({ ...sample, ...changes })).message).toContain(`at ${at}:`);
  });
});

describe('the JSON Schema', () => {
  const { properties, required, additionalProperties } = recordJsonSchema() as {
    properties: Record<string, { type?: unknown; minimum?: number }>;
    required: string[];
    additionalProperties: boolean;
  };

  it('has exactly the keys that a record has, in the same order', () => {
    expect(Object.keys(record())).toEqual(Object.keys(properties));
    expect(Object.keys(properties).join()).toMatch(/^[a-z_,]+$/);
    expect(additionalProperties).toBe(false);
  });

  it('requires all fields except those for one kind of source', () => {
    const absent = Object.keys(properties).filter((key) => !required.includes(key));
    expect(absent).toEqual(optional.map(snake));
  });

  it('has integers with their minimum', () => {
    for (const [key, minimum] of wholes) expect(properties[snake(key)]).toMatchObject({ type: 'integer', minimum });
  });

  it('is the published one', () => {
    const shipped = readFileSync(new URL('../dist/chunk.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(shipped)).toEqual(recordJsonSchema());
  });
});

describe('the quick check', () => {
  const wrong: unknown[] = [
    undefined,
    null,
    '',
    'x',
    0,
    -1,
    1,
    1.5,
    Number.NaN,
    true,
    [],
    [1],
    {},
    { a: 1 },
    new Map(),
    'f'.repeat(64),
  ];

  it('accepts nothing that the schema refuses', () => {
    for (const key of Object.keys(sample) as (keyof Chunk)[]) {
      for (const value of wrong) {
        const broken = { ...sample, [key]: value } as Chunk; // on purpose: the compiler would not have it
        if (isSound(broken)) expect(chunkSchema.safeParse(broken).success, `${key}: ${String(value)}`).toBe(true);
      }
    }
  });

  it('accepts every chunk', async () => {
    const { chunks } = await chunk('class A:\n    def b(self):\n        return 1\n'.repeat(50), {
      path: 'a.py',
      maxTokens: 64,
    });
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.every(isSound)).toBe(true);
    expect(isSound({ ...sample, chunkType: 'artifact' })).toBe(false);
  });
});
