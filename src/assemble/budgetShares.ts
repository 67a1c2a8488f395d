/**
 * How much of a budget is reserved for the overview and the dependencies. A small
 * budget is for passages alone, and the rest gets what they leave, except that a
 * comprehensive query always gets its overview first.
 *
 *     4,000 tokens, "where is a token refused?"     passages, and whatever fits behind them
 *     8,000 tokens, "how does checkout work?"       structure up to 333, dependencies up to 200
 */
import type { Scope } from '../search/scope.js';

export interface BudgetShares {
  /** Whether dependencies rank among the results. */
  readonly dependencyFirst: boolean;
  /** Whether the context of a passage is shown completely. */
  readonly headers: boolean;
  /** Most tokens of the overview before the passages; a longer one comes last, if at all. */
  readonly structure: number;
  /** Tokens reserved for the dependencies. */
  readonly dependencies: number;
}

/** Up to this a budget is small: nothing is reserved, and a passage has only its location. */
const SMALL_BUDGET_TOKENS = 4000;
const STRUCTURE: Readonly<Record<Scope, number>> = { focused: 1 / 32, exploratory: 1 / 24, comprehensive: 1 / 8 };
const DEPENDENCIES: Readonly<Record<Scope, number>> = { focused: 0, exploratory: 1 / 40, comprehensive: 1 / 40 };

export const isCompact = (budget: number): boolean => budget <= SMALL_BUDGET_TOKENS;

export function budgetShares(scope: Scope, budget: number): BudgetShares {
  const small = isCompact(budget);
  return {
    dependencyFirst: !small && scope !== 'focused',
    headers: !small,
    structure: small && scope !== 'comprehensive' ? 0 : Math.floor(budget * STRUCTURE[scope]),
    dependencies: small ? 0 : Math.floor(budget * DEPENDENCIES[scope]),
  };
}
