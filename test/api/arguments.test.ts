/**
 * Every function that an entry point exports refuses what it does not take, in one
 * form: a FroeError that names the function, or the option, and says what is
 * expected. A new export fails here until it has a line.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as chunkEntry from '../../src/chunk/index.js';
import * as engineEntry from '../../src/engine/engine.js';
import { type Engine, embedder, open, reranker } from '../../src/engine/engine.js';
import { FroeError } from '../../src/errors.js';
import * as root from '../../src/index.js';
import * as parseEntry from '../../src/parse/index.js';
import * as schemaEntry from '../../src/schema.js';
import * as textEntry from '../../src/text/index.js';
import { folder } from '../folder.js';

const things: Readonly<Record<string, unknown>> = {
  undefined,
  null: null,
  number: 7,
  negative: -1,
  text: 'x',
  boolean: true,
  function: () => 1,
  object: {},
  list: [],
  promise: Promise.resolve(1),
};

/** By kind: what is wrong for it. */
const wrongTypes = {
  text: ['undefined', 'null', 'number', 'boolean', 'function', 'object', 'list', 'promise'],
  integer: ['null', 'text', 'boolean', 'object', 'list'],
  whole: ['null', 'negative', 'text', 'boolean', 'object', 'list'],
  object: ['undefined', 'null', 'number', 'text', 'boolean', 'list'],
  list: ['undefined', 'null', 'number', 'text', 'object'],
  chunk: ['undefined', 'null', 'number', 'text', 'object', 'list', 'promise'],
  optionalList: ['null', 'number', 'text', 'object'],
  function: ['null', 'number', 'text', 'object', 'list'],
  input: ['undefined', 'null', 'number', 'boolean', 'object', 'list', 'promise'],
  stream: ['undefined', 'null', 'number', 'boolean', 'text', 'object'],
  options: ['null', 'number', 'text', 'boolean', 'list'],
  word: ['null', 'number', 'boolean', 'object', 'list'],
} as const;
type Kind = keyof typeof wrongTypes;

interface ArgumentCase {
  /** What is right. */
  readonly given: () => readonly unknown[];
  /** Of each argument; one without a kind is not tried. */
  readonly kinds: readonly (Kind | undefined)[];
  /** Which of them is options, of which an unknown one is refused. */
  readonly options?: number;
}

const spans = [{ start: 0, end: 1 }];
let one: root.Chunk;
let parsed: Awaited<ReturnType<typeof root.parse>>;
let engine: Engine;
const counter = root.tokenizer('cl100k_base');

beforeAll(async () => {
  one = (await root.chunk('Oak is hard.\n')).chunks[0];
  parsed = await root.parse('Oak is hard.\n');
  engine = await open(folder({ 'a.md': '# Oak\n\nHard.\n' }), { embedder: 'none' });
  await engine.sync();
});
afterAll(() => engine.close());

const argumentCases: Readonly<Record<string, ArgumentCase>> = {
  aliasId: { given: () => [one], kinds: ['object'] },
  artifactId: { given: () => [{ content: 'x' }, 12], kinds: ['object', 'word'] },
  chunk: { given: () => ['x', {}], kinds: ['input', 'options'], options: 1 },
  parse: { given: () => ['x', {}], kinds: ['input', 'options'], options: 1 },
  chunkFolder: { given: () => [engine.root, {}], kinds: ['text', 'options'], options: 1 },
  chunkStream: { given: () => [['x'], {}], kinds: ['stream', 'options'], options: 1 },
  embedText: { given: () => [one, () => ''], kinds: ['chunk', 'function'] },
  expand: { given: () => [[one], 0, 'marked', 1], kinds: ['list', 'integer', 'word', 'whole'] },
  fromRecord: { given: () => [root.toRecord(one)], kinds: ['object'] },
  govern: { given: () => [[{ window: 512 }], 0.1], kinds: ['list', 'word'] },
  makeChunk: { given: () => [one], kinds: ['chunk'] },
  prove: {
    given: () => [{ bytes: Buffer.from('Oak is hard.\n'), chunks: [one], tokenizer: counter, maxTokens: 64 }],
    kinds: ['object'],
  },
  shouldChunk: { given: () => ['x', counter, 5], kinds: ['text', 'object', 'whole'] },
  toRecord: { given: () => [one], kinds: ['chunk'] },
  tokenizer: { given: () => ['cl100k_base'], kinds: ['text'] },
  complement: { given: () => [spans[0], spans], kinds: ['object', 'list'] },
  covers: { given: () => [spans, spans[0]], kinds: ['list', 'object'] },
  intersect: { given: () => [spans, spans], kinds: ['list', 'list'] },
  subtract: { given: () => [spans, spans], kinds: ['list', 'list'] },
  union: { given: () => [spans], kinds: ['list'] },
  slug: { given: () => ['Oak'], kinds: ['text'] },
  estimateTokens: { given: () => ['Oak'], kinds: ['text'] },
  insidePair: { given: () => ['Oak', 1], kinds: ['text', 'whole'] },
  markdownTree: { given: () => ['# Oak', 'a.md', 'main'], kinds: ['text', 'word', 'word'] },
  cut: {
    given: () => [
      parsed.source,
      parsed.root,
      {
        parser: parsed.parser,
        tokenizer: counter,
        limits: { maxTokens: 64, minTokens: 0, overlap: 0, between: 0, granularity: 'pack', maxChars: 1e9 },
      },
    ],
    kinds: ['object', 'object', 'object'],
  },
  cutWindows: {
    given: () => [parsed.source, counter, {}, () => {}],
    kinds: ['object', 'object', 'options', 'function'],
  },
  open: { given: () => [engine.root, {}], kinds: ['text', 'options'], options: 1 },
  embedder: { given: () => ['none', {}], kinds: ['text', 'options'] },
  reranker: { given: () => ['none', {}], kinds: ['text', 'options'] },
};

/** Made with `new`. */
const constructorCases: Readonly<Record<string, ArgumentCase>> = {
  Offsets: { given: () => ['x', 1], kinds: ['text', 'whole'] },
  Formats: { given: () => [{}, []], kinds: ['options', 'optionalList'] },
};

/** What takes nothing that could be wrong, or nobody makes. */
const untestedNames: Readonly<Record<string, string>> = {
  FroeError: 'is what is thrown',
  Engine: 'open() makes it',
  BytePair: 'tokenizer() makes it',
  MarkdownTree: 'markdownTree() makes it',
  Slugs: 'takes nothing',
  recordJsonSchema: 'takes nothing',
  isSound: 'says no to whatever is no chunk',
};

/** Of an engine. `#name` in the table of doors. */
const methods: Readonly<Record<string, ArgumentCase>> = {
  sync: { given: () => [{}], kinds: ['options'], options: 0 },
  catchUp: { given: () => [{}], kinds: ['options'], options: 0 },
  search: { given: () => ['oak', {}], kinds: ['text', 'options'], options: 1 },
  grep: { given: () => ['oak', {}], kinds: ['text', 'options'], options: 1 },
  context: { given: () => ['oak', {}], kinds: ['text', 'options'], options: 1 },
  resolve: { given: () => ['a.md', {}], kinds: ['text', 'options'], options: 1 },
  get: { given: () => ['a.md', {}], kinds: ['text', 'options'], options: 1 },
  read: { given: () => ['a.md', {}], kinds: ['text', 'options'], options: 1 },
  outline: { given: () => ['.', {}], kinds: ['text', 'options'], options: 1 },
  references: { given: () => ['a.md', {}], kinds: ['text', 'options'], options: 1 },
  impact: { given: () => ['a.md', {}], kinds: ['text', 'options'], options: 1 },
  why: { given: () => ['a.md', {}], kinds: ['text', 'options'], options: 1 },
  chunks: { given: () => [{}], kinds: ['options'], options: 0 },
  vectors: { given: () => [{}], kinds: ['options'], options: 0 },
  ingest: {
    given: () => [{ content: Buffer.from('Oak.'), filename: 'a.txt', sourceSystem: 'test' }],
    kinds: ['object'],
  },
  forget: { given: () => [['x']], kinds: ['list'] },
  written: { given: () => ['a.md'], kinds: ['text'] },
  addressOf: { given: () => [one], kinds: ['object'] },
};
/** `locate` takes a path that the index has given; the first two are values. */
const argumentless = [
  'root',
  'artifactWriter',
  'locate',
  'artifacts',
  'behind',
  'refuseOtherRoot',
  'state',
  'close',
  'constructor',
];

/** Waits for what comes later, and for the first of what comes one by one. */
async function settled(make: () => unknown): Promise<unknown> {
  const made = await make();
  if (typeof made === 'object' && made !== null && Symbol.asyncIterator in made)
    for await (const first of made as AsyncIterable<unknown>) return first;
  return made;
}

async function refusal(make: () => unknown): Promise<unknown> {
  try {
    await settled(make);
  } catch (error) {
    return error;
  }
  return 'nothing was thrown';
}

const replaced = (all: readonly unknown[], at: number, value: unknown): unknown[] =>
  Object.assign([...all], { [at]: value });

type Call = (given: readonly unknown[]) => unknown;

function attempt(name: string, argumentCase: ArgumentCase, call: Call): void {
  const { kinds, options } = argumentCase;
  it('accepts valid arguments', async () => {
    const error = await refusal(() => call(argumentCase.given()));
    // A folder without git has no history: that is an answer.
    if (error !== 'nothing was thrown' && !(error instanceof FroeError && error.code === 'not-found')) throw error;
  });
  for (const [at, kind] of kinds.entries()) {
    for (const thing of kind ? wrongTypes[kind] : [])
      it(`refuses ${thing} as argument ${at + 1}`, async () => {
        const error = await refusal(() => call(replaced(argumentCase.given(), at, things[thing])));
        expect(error).toBeInstanceOf(FroeError);
        expect(String(error)).toMatch(/expects|expected|must be|must have|is an object|Unknown|required/);
      });
  }
  if (options !== undefined)
    it('refuses an unknown option and lists the known ones', async () => {
      const error = await refusal(() => call(replaced(argumentCase.given(), options, { nonsense: 1 })));
      expect(error).toMatchObject({ code: 'bad-option', hint: expect.stringMatching(/Known: \w/) });
      expect(String(error)).toContain(`${name}(): unknown option 'nonsense'`);
    });
}

const entries = {
  root,
  text: textEntry,
  parse: parseEntry,
  chunk: chunkEntry,
  engine: engineEntry,
  schema: schemaEntry,
};
const exported = new Map<string, unknown>(
  Object.values(entries).flatMap((entry) => Object.entries(entry).filter(([, value]) => typeof value === 'function')),
);

describe('the exports of every entry point', () => {
  it('are exactly the names in the tables', () => {
    const known = [...Object.keys(argumentCases), ...Object.keys(constructorCases), ...Object.keys(untestedNames)];
    expect(known.sort()).toEqual([...new Set([...exported.keys(), 'MarkdownTree'])].sort());
    const ofEngine = Object.getOwnPropertyNames(engineEntry.Engine.prototype);
    expect([...Object.keys(methods), ...argumentless].sort()).toEqual(ofEngine.sort());
  });
});

it.each(Object.entries(things))('isSound() returns false for: %s', (_, value) => {
  expect(schemaEntry.isSound(value as never)).toBe(false); // anything
});

describe.each(Object.keys(argumentCases))('%s()', (name) => {
  attempt(name, argumentCases[name], (given) =>
    (exported.get(name) as (...all: readonly unknown[]) => unknown)(...given),
  ); // a function: see above
});

describe.each(Object.keys(constructorCases))('new %s()', (name) => {
  attempt(name, constructorCases[name], (given) => Reflect.construct(exported.get(name) as () => void, given)); // a class
});

describe.each(Object.keys(methods))('engine.%s()', (name) => {
  attempt(name, methods[name], (given) => Reflect.apply(Reflect.get(engine, name), engine, given));
});

describe('a provider by its name', () => {
  it('refuses unknown options', () => {
    // @ts-expect-error: no such option
    expect(() => embedder('builtin', { dimension: 64 })).toThrow("embedder(): unknown option 'dimension'");
    // @ts-expect-error: no such option
    expect(() => reranker('none', { timeOut: 5 })).toThrow("reranker(): unknown option 'timeOut'");
    expect(embedder('builtin', { dimensions: undefined })?.dimensions).toBeGreaterThan(0);
  });
});
