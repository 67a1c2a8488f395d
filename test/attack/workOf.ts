/** How much work tree-sitter does during a run, in calls and loop iterations: the same on every machine. */
import { vi } from 'vitest';
import { Runtime } from '../../src/parse/code/runtime.js';

export async function workOf(run: () => Promise<unknown>): Promise<number> {
  let work = 0;
  const within = Runtime.prototype.within;
  const spy = vi.spyOn(Runtime.prototype, 'within').mockImplementation(function (this: Runtime, units, act) {
    return within.call(this, units, () => {
      try {
        return act();
      } finally {
        work += units - this.workLeft;
      }
    });
  });
  try {
    await run();
  } finally {
    spy.mockRestore();
  }
  return work;
}
