/**
 * What a client can call. A tool defines its arguments and its data; the rest is the same
 * for all: arguments are validated and unknown ones refused; the answer is given as text
 * and as data, both within the token limit.
 *
 * Implementations are in `tools/`, collected in `tools/index.ts`.
 */
import { z } from 'zod';
import type { SyncStep } from '../engine/autoSync.js';
import type { IndexKeeper } from '../engine/autoSyncs.js';
import type { Engine } from '../engine/engine.js';
import { FroeError } from '../errors.js';
import { nearestWord } from '../text/nearestWord.js';
import type { RootFence } from './fence.js';

/** One call of a tool. */
export interface Call {
  readonly workspace: ServedIndex;
  readonly fence: RootFence;
  /** The format of contexts for this client. */
  readonly format: string;
  readonly signal: AbortSignal;
  /** Reports the progress of indexing to the client, if it asked for it. */
  readonly follow: (step: SyncStep) => void;
  count(text: string): number;
}

/** The same content twice: clients show a model one or the other, so each is complete. */
export interface ToolOutput<O = unknown> {
  readonly text: string;
  readonly data: O;
}

export interface Tool {
  readonly name: string;
  /** The entry of tools/list: only what a call needs, since every conversation pays for it. */
  readonly listing: object;
  /** JSON Schema of its data. */
  readonly outputSchema: object;
  /** It changes the index, and is available only when that is allowed. */
  readonly writes: boolean;
  run(given: unknown, call: Call): Promise<ToolOutput>;
}

interface Definition<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: I;
  /** Other names of arguments: earlier ones, and what similar tools call them. They are accepted and not listed. */
  readonly aliases?: Readonly<Record<string, keyof z.output<I> & string>>;
  /** Arguments that are accepted, and in docs/mcp.md, but not listed. */
  readonly unlisted?: readonly (keyof z.output<I> & string)[];
  readonly output: O;
  /** Omitted: the tool only reads. */
  readonly writes?: { readonly destructive: boolean };
  run(args: z.output<I>, call: Call): Promise<ToolOutput<z.input<O>>>;
}

export function tool<I extends z.ZodObject, O extends z.ZodObject>(definition: Definition<I, O>): Tool {
  const { name, description, input, aliases = {}, unlisted = [], output, writes } = definition;
  const strict = input.strict();
  return {
    name,
    writes: writes !== undefined,
    listing: {
      name,
      description,
      inputSchema: listedSchema(input, unlisted),
      annotations: writes
        ? { readOnlyHint: false, destructiveHint: writes.destructive, idempotentHint: true, openWorldHint: false }
        : { readOnlyHint: true },
    },
    outputSchema: plainSchema(output),
    run: async (given, call) => {
      const checked = strict.safeParse(withoutAliases(given ?? {}, aliases));
      if (!checked.success) throw badArguments(name, Object.keys(input.shape), checked.error);
      return definition.run(checked.data as z.output<I>, call); // strict() loses the type without changing it
    },
  };
}

/** Arguments under their own names. An alias next to the name itself, or to another alias, stays and is refused as unknown. */
function withoutAliases(given: unknown, aliases: Readonly<Record<string, string>>): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const named: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const own = Object.hasOwn(aliases, key) ? aliases[key] : key;
    named[own in given || own in named ? key : own] = value;
  }
  return named;
}

/** Each problem, in terms of the tool's arguments. */
function badArguments(name: string, known: readonly string[], { issues }: z.ZodError): FroeError {
  const problems = issues.map((issue) => {
    if (issue.code === 'unrecognized_keys')
      return `${name} has no argument ${issue.keys.map((key) => `'${key}'`).join(', ')}`;
    const argument = issue.path.join('.') || 'arguments';
    return issue.code === 'too_small' && issue.origin === 'string'
      ? `${argument} is empty`
      : `${argument}: ${issue.message}`;
  });
  const stray = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const [near] = stray.flatMap((key) => nearestWord(key, known) ?? []);
  return new FroeError(
    'bad-option',
    problems.join('; '),
    `${near ? `Did you mean ${near}? ` : ''}It takes: ${known.join(', ')}`,
  );
}

/** Tokens of an answer: the larger of its two forms. */
export const sizeOf = ({ text, data }: ToolOutput, { count }: Pick<Call, 'count'>): number =>
  Math.max(count(text), count(JSON.stringify(data)));

/** The first of several answers, in decreasing size, that is within the limit; else the last. */
export function roomiest<O>(answers: Iterable<ToolOutput<O>>, call: Call): ToolOutput<O> {
  let last: ToolOutput<O> | undefined;
  for (const output of answers) {
    last = output;
    if (sizeOf(output, call) <= call.workspace.limit) break;
  }
  if (!last) throw new Error('an answer has at least one form');
  return last;
}

/** An answer with a budget, made again with a smaller one until all of it is within the limit. */
export async function fitted<O>(
  budget: number,
  call: Call,
  make: (budget: number) => Promise<ToolOutput<O>>,
): Promise<ToolOutput<O>> {
  const { limit } = call.workspace;
  let room = Math.min(budget, limit);
  for (;;) {
    const output = await make(room);
    const size = sizeOf(output, call);
    if (size <= limit || room <= 1) return output;
    room = Math.max(1, Math.floor(Math.min((room * limit) / size, room - 1) * 0.95));
  }
}

interface PlainSchema {
  readonly [key: string]: unknown;
  readonly type: 'object';
  readonly properties: Record<string, object>;
}

/** A zod schema as a JSON Schema that every client understands: plain types, and nothing that only costs tokens. */
function plainSchema(schema: z.ZodObject): PlainSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => trim(jsonSchema),
  });
  return { ...plain, type: 'object', properties: (plain.properties ?? {}) as Record<string, object> }; // those of an object schema are objects
}

/** Limits are not listed: an error names them. */
function trim(schema: { maximum?: number; minimum?: number; minLength?: number }): void {
  for (const limit of ['maximum', 'minimum', 'minLength'] as const) delete schema[limit];
}

/** Without `additionalProperties: false`: clients that validate arguments would refuse unlisted ones. */
function listedSchema(input: z.ZodObject, unlisted: readonly string[]): PlainSchema {
  const { properties, ...schema } = plainSchema(input);
  const listed = Object.entries(properties).filter(([name]) => !unlisted.includes(name));
  return { ...schema, properties: Object.fromEntries(listed) };
}

/** What the sessions of a server share: one or several indexes, and what keeps them up to date. */
export interface ServedIndex {
  readonly engine: Engine;
  readonly keeper: IndexKeeper;
  /** Maximum tokens of one answer. */
  readonly limit: number;
  /** The format of contexts, if it is set; else it depends on the client. */
  readonly format?: string;
  readonly tokenizer: string;
  /** The requested folder, if it is only a part of the index. */
  readonly within?: string;
  /** Whether clients may add and remove artifacts. */
  readonly write: boolean;
}

/** The smallest useful limit. */
export const MIN_LIMIT_TOKENS = 500;
