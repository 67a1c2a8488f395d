/**
 * Sensitivity levels of artifacts, lowest first. An index is opened up to a level, and
 * nothing above it is in any answer: every statement that reads sources has the
 * condition itself, before the top results are taken.
 *
 * In both stores the level is a column that the database generates from `metadata`, so
 * no writer can omit it.
 */
export const sensitivities = ['normal', 'sensitive', 'highly_sensitive'] as const;
export type Sensitivity = (typeof sensitivities)[number];

const levelOf = (sensitivity: Sensitivity): number => sensitivities.indexOf(sensitivity);

export const isAbove = (one: Sensitivity, most: Sensitivity | undefined): boolean =>
  most !== undefined && levelOf(one) > levelOf(most);

/** The lower of two limits; undefined is no limit. */
export const lowerLimit = (a: Sensitivity | undefined, b: Sensitivity | undefined): Sensitivity | undefined =>
  a === undefined || b === undefined ? (a ?? b) : isAbove(a, b) ? b : a;

interface Limited {
  readonly maxSensitivity?: Sensitivity | undefined;
  readonly also?: Limited | undefined;
}

/** The limit of a filter, `also` included. */
export const sensitivityLimit = ({ maxSensitivity, also }: Limited): Sensitivity | undefined =>
  also ? lowerLimit(maxSensitivity, sensitivityLimit(also)) : maxSensitivity;

/** The highest level limits nothing. */
const isLimit = (most: Sensitivity | undefined): most is Sensitivity =>
  most !== undefined && levelOf(most) < sensitivities.length - 1;

/** ` AND s.sensitivity <= 1`, or empty if everything may be seen. `table`: the alias of sources in the statement. */
export const visibleSql = (most: Sensitivity | undefined, table = 's'): string =>
  isLimit(most) ? ` AND ${table}.sensitivity <= ${levelOf(most)}` : '';

/** The complement: ` AND s.sensitivity > 1`, or empty if nothing is hidden. */
export const hiddenSql = (most: Sensitivity | undefined, table = 's'): string =>
  isLimit(most) ? ` AND ${table}.sensitivity > ${levelOf(most)}` : '';
