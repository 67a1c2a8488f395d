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

export const isAbove = (sensitivity: Sensitivity, max: Sensitivity | undefined): boolean =>
  max !== undefined && levelOf(sensitivity) > levelOf(max);

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
const isLimit = (max: Sensitivity | undefined): max is Sensitivity =>
  max !== undefined && levelOf(max) < sensitivities.length - 1;

/** ` AND s.sensitivity <= 1`, or empty if everything may be seen. `table`: the alias of sources in the statement. */
export const visibleSql = (max: Sensitivity | undefined, table = 's'): string =>
  isLimit(max) ? ` AND ${table}.sensitivity <= ${levelOf(max)}` : '';

/** The complement: ` AND s.sensitivity > 1`, or empty if nothing is hidden. */
export const hiddenSql = (max: Sensitivity | undefined, table = 's'): string =>
  isLimit(max) ? ` AND ${table}.sensitivity > ${levelOf(max)}` : '';
