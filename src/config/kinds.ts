/**
 * What a setting may be. There are few kinds, and they are told by hand: the
 * library that checks everything else takes a twentieth of a command's answer to
 * load.
 */
export interface Kind<T> {
  readonly takes: (value: unknown) => value is T;
  /** As a sentence goes on that begins with "must be". */
  readonly said: string;
}

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const word: Kind<string> = { takes: isWord, said: 'text' };

export const words: Kind<readonly string[]> = {
  takes: (value): value is readonly string[] => Array.isArray(value) && value.every(isWord),
  said: 'a list of texts',
};

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Kind<number> => ({
  takes: (value): value is number => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  said: `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
});

export const oneOf = <T extends string>(...names: readonly T[]): Kind<T> => ({
  takes: (value): value is T => names.some((name) => name === value),
  said: names.join(', ').replace(/, ([^,]*)$/, ' or $1'),
});

export const either = <A, B>(a: Kind<A>, b: Kind<B>): Kind<A | B> => ({
  takes: (value): value is A | B => a.takes(value) || b.takes(value),
  said: `${a.said} or ${b.said}`,
});
