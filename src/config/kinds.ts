/**
 * What a setting or an option may be. There are few kinds, and they are told by
 * hand: the library that checks everything else takes a twentieth of a command's
 * answer to load.
 */
export interface ValueKind<T> {
  readonly takes: (value: unknown) => value is T;
  /** As a sentence goes on that begins with "must be". */
  readonly said: string;
  /** Of an object that holds options in turn: what each of them may be. */
  readonly options?: Readonly<Record<string, ValueKind<unknown>>>;
}

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const word: ValueKind<string> = { takes: isWord, said: 'text' };

export const anyText: ValueKind<string> = {
  takes: (value): value is string => typeof value === 'string',
  said: 'text',
};

export const words: ValueKind<readonly string[]> = {
  takes: (value): value is readonly string[] => Array.isArray(value) && value.every(isWord),
  said: 'a list of texts',
};

export const flag: ValueKind<boolean> = {
  takes: (value): value is boolean => typeof value === 'boolean',
  said: 'true or false',
};

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): ValueKind<number> => ({
  takes: (value): value is number => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  said: `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
});

export const number = (least: number, most = Number.POSITIVE_INFINITY): ValueKind<number> => ({
  takes: (value): value is number => typeof value === 'number' && value >= least && value <= most,
  said: `a number from ${least}${most === Number.POSITIVE_INFINITY ? '' : ` to ${most}`}`,
});

export const oneOf = <T extends string>(...names: readonly T[]): ValueKind<T> => ({
  takes: (value): value is T => names.some((name) => name === value),
  said: names.join(', ').replace(/, ([^,]*)$/, ' or $1'),
});

/** Some of these. */
export const listOf = <T extends string>(...names: readonly T[]): ValueKind<readonly T[]> => ({
  takes: (value): value is readonly T[] =>
    Array.isArray(value) && value.every((one) => names.some((name) => name === one)),
  said: `a list of ${names.join(', ').replace(/, ([^,]*)$/, ' or $1')}`,
});

/** That very value. */
export const only = <T extends number | boolean>(one: T): ValueKind<T> => ({
  takes: (value): value is T => value === one,
  said: String(one),
});

export const either = <A, B>(a: ValueKind<A>, b: ValueKind<B>): ValueKind<A | B> => {
  const options = a.options ?? b.options;
  return {
    takes: (value): value is A | B => a.takes(value) || b.takes(value),
    said: `${a.said} or ${b.said}`,
    ...(options ? { options } : {}),
  };
};

/** A function; what it takes and gives is seen when it is called. */
export const callable: ValueKind<never> = {
  takes: (value): value is never => typeof value === 'function',
  said: 'a function',
};

/** An object of somebody's own, told by what it must have: `has('count')` takes a tokenizer. */
export const thing = (said: string, ...methods: readonly string[]): ValueKind<never> => ({
  takes: (value): value is never =>
    isObject(value) && methods.every((name) => name in value && typeof Reflect.get(value, name) === 'function'),
  said,
});

/** Options inside an option. */
export const group = <T>(options: OptionKinds<T>): ValueKind<T> => ({
  takes: (value): value is T => isObject(value) && !Array.isArray(value),
  said: 'an object',
  options,
});

/** Every option of T, with what it may be: TypeScript keeps the table complete. */
export type OptionKinds<T> = { readonly [K in keyof Required<T>]: ValueKind<Exclude<T[K], undefined>> };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
