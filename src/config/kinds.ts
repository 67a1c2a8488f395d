/**
 * The kinds of values of settings and options. There are few, and they are checked
 * by hand: loading zod would take a twentieth of the time of a command.
 */
export interface ValueKind<T> {
  readonly takes: (value: unknown) => value is T;
  /** Completes the sentence "must be …". */
  readonly expected: string;
  /** If it is an object of options: their kinds. */
  readonly options?: Readonly<Record<string, ValueKind<unknown>>>;
}

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const word: ValueKind<string> = { takes: isWord, expected: 'text' };

export const anyText: ValueKind<string> = {
  takes: (value): value is string => typeof value === 'string',
  expected: 'text',
};

export const words: ValueKind<readonly string[]> = {
  takes: (value): value is readonly string[] => Array.isArray(value) && value.every(isWord),
  expected: 'a list of texts',
};

export const flag: ValueKind<boolean> = {
  takes: (value): value is boolean => typeof value === 'boolean',
  expected: 'true or false',
};

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): ValueKind<number> => ({
  takes: (value): value is number => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  expected: `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
});

export const number = (least: number, most = Number.POSITIVE_INFINITY): ValueKind<number> => ({
  takes: (value): value is number => typeof value === 'number' && value >= least && value <= most,
  expected: `a number from ${least}${most === Number.POSITIVE_INFINITY ? '' : ` to ${most}`}`,
});

export const oneOf = <T extends string>(...names: readonly T[]): ValueKind<T> => ({
  takes: (value): value is T => names.some((name) => name === value),
  expected: names.join(', ').replace(/, ([^,]*)$/, ' or $1'),
});

/** A list of some of these. */
export const listOf = <T extends string>(...names: readonly T[]): ValueKind<readonly T[]> => ({
  takes: (value): value is readonly T[] =>
    Array.isArray(value) && value.every((one) => names.some((name) => name === one)),
  expected: `a list of ${names.join(', ').replace(/, ([^,]*)$/, ' or $1')}`,
});

/** Exactly this value. */
export const only = <T extends number | boolean>(one: T): ValueKind<T> => ({
  takes: (value): value is T => value === one,
  expected: String(one),
});

export const either = <A, B>(a: ValueKind<A>, b: ValueKind<B>): ValueKind<A | B> => {
  const options = a.options ?? b.options;
  return {
    takes: (value): value is A | B => a.takes(value) || b.takes(value),
    expected: `${a.expected} or ${b.expected}`,
    ...(options ? { options } : {}),
  };
};

/** A function; its arguments and result are not checked. */
export const callable: ValueKind<never> = {
  takes: (value): value is never => typeof value === 'function',
  expected: 'a function',
};

/** An object of the caller, recognised by its methods: `thing('a tokenizer', 'count')`. */
export const thing = (expected: string, ...methods: readonly string[]): ValueKind<never> => ({
  takes: (value): value is never =>
    isObject(value) && methods.every((name) => name in value && typeof Reflect.get(value, name) === 'function'),
  expected,
});

/** Options inside an option. */
export const group = <T>(options: OptionKinds<T>): ValueKind<T> => ({
  takes: (value): value is T => isObject(value) && !Array.isArray(value),
  expected: 'an object',
  options,
});

/** Every option of T, with what it may be: TypeScript keeps the table complete. */
export type OptionKinds<T> = { readonly [K in keyof Required<T>]: ValueKind<Exclude<T[K], undefined>> };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
