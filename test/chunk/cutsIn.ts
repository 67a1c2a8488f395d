/** All offsets where a text may be cut, with their costs, before any is dropped. */
import { type Fits, findCuts } from '../../src/chunk/levels.js';
import type { Grain, Span } from '../../src/types.js';

export function cutsIn(text: string, span: Span, grain: Grain, fits: Fits): { at: number[]; cost: number[] } {
  const [at, cost]: [number[], number[]] = [[], []];
  const add = (offset: number, cutCost: number): void => {
    at.push(offset);
    cost.push(cutCost);
  };
  findCuts(text, span, grain, fits, { add });
  return { at, cost };
}
