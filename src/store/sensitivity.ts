/**
 * Who should see an artifact, from everybody on. An index is opened up to one of
 * these levels, and what is above it is in none of its answers: every statement
 * that reads sources says so itself, before the best are taken.
 *
 * In both stores it is a column that the database makes of `metadata`, so that no
 * writer can forget it.
 */
export const sensitivities = ['normal', 'sensitive', 'highly_sensitive'] as const;
export type Sensitivity = (typeof sensitivities)[number];

const levelOf = (sensitivity: Sensitivity): number => sensitivities.indexOf(sensitivity);

export const isAbove = (one: Sensitivity, most: Sensitivity | undefined): boolean =>
  most !== undefined && levelOf(one) > levelOf(most);

/** The lower of two limits; undefined is none. */
export const lowerLimit = (a: Sensitivity | undefined, b: Sensitivity | undefined): Sensitivity | undefined =>
  a === undefined || b === undefined ? (a ?? b) : isAbove(a, b) ? b : a;

interface Limited {
  readonly maxSensitivity?: Sensitivity | undefined;
  readonly also?: Limited | undefined;
}

/** Of a filter, with what must hold beside it. */
export const sensitivityLimit = ({ maxSensitivity, also }: Limited): Sensitivity | undefined =>
  also ? lowerLimit(maxSensitivity, sensitivityLimit(also)) : maxSensitivity;

/** Nothing lies above the highest level. */
const isLimit = (most: Sensitivity | undefined): most is Sensitivity =>
  most !== undefined && levelOf(most) < sensitivities.length - 1;

/** ` AND s.sensitivity <= 1`, or nothing where all may be seen. `table` is what the statement calls its sources. */
export const visibleSql = (most: Sensitivity | undefined, table = 's'): string =>
  isLimit(most) ? ` AND ${table}.sensitivity <= ${levelOf(most)}` : '';

/** The rest: ` AND s.sensitivity > 1`, or nothing where there is none. */
export const hiddenSql = (most: Sensitivity | undefined, table = 's'): string =>
  isLimit(most) ? ` AND ${table}.sensitivity > ${levelOf(most)}` : '';
