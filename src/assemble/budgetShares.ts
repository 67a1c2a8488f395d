/**
 * How much of a budget may be taken before the passages, by what stands around
 * them: the big picture, and who leans on whom. A small budget is all for the
 * passages, and what they leave is for the rest; only who asks for the whole is
 * told of the whole first.
 *
 *     4,000 tokens, "where is a token refused?"     passages, and whatever fits behind them
 *     8,000 tokens, "how does checkout work?"       structure up to 333, dependencies up to 200
 */
import type { Scope } from '../search/scope.js';

export interface BudgetShares {
  /** Whether a passage may come before what was found because that leans on it. */
  readonly dependencyFirst: boolean;
  /** Whether what stands above a passage is shown whole. */
  readonly headers: boolean;
  /** Tokens that the big picture may cost; where it costs more, it comes last, if at all. */
  readonly structure: number;
  /** Tokens that are kept for the dependencies. */
  readonly dependencies: number;
}

/** No more than this is a small budget: nothing is taken before the passages, and of a passage only its place is said. */
const SMALL = 4000;
const STRUCTURE: Readonly<Record<Scope, number>> = { focused: 1 / 32, exploratory: 1 / 24, comprehensive: 1 / 8 };
const DEPENDENCIES: Readonly<Record<Scope, number>> = { focused: 0, exploratory: 1 / 40, comprehensive: 1 / 40 };

export const isCompact = (budget: number): boolean => budget <= SMALL;

export function budgetShares(scope: Scope, budget: number): BudgetShares {
  const small = isCompact(budget);
  return {
    dependencyFirst: !small && scope !== 'focused',
    headers: !small,
    structure: small && scope !== 'comprehensive' ? 0 : Math.floor(budget * STRUCTURE[scope]),
    dependencies: small ? 0 : Math.floor(budget * DEPENDENCIES[scope]),
  };
}
