/** All places where a text may be cut, with their prices, before any is dropped. */
import { type Fits, findCuts } from '../../src/chunk/levels.js';
import type { Grain, Span } from '../../src/types.js';

export function cutsIn(text: string, span: Span, grain: Grain, fits: Fits): { at: number[]; cost: number[] } {
  const [at, cost]: [number[], number[]] = [[], []];
  const add = (place: number, price: number): void => {
    at.push(place);
    cost.push(price);
  };
  findCuts(text, span, grain, fits, { add });
  return { at, cost };
}
