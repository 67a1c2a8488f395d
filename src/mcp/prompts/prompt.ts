/**
 * A question that a person picks from a menu, with what the index knows already
 * put beside it. Implementations are collected in `index.ts`.
 */
import type { Call } from '../tool.js';

export interface Prompt {
  readonly name: string;
  readonly description: string;
  /** By name; all of them must be given. */
  readonly arguments: Readonly<Record<string, string>>;
  /** The question; what is known is added below it. */
  ask(given: Readonly<Record<string, string>>): string;
  /** What is known, in at most so many tokens. */
  known(given: Readonly<Record<string, string>>, budget: number, call: Call): Promise<string>;
}
