/**
 * What is done with an index that turns out to be damaged, whoever met it first:
 * it is made again, once, and the command begins anew. Where it holds what cannot
 * be made from files, or lies where somebody has put it, that is for them to do.
 */
import { FroeError } from '../errors.js';
import { removeDamaged } from '../store/openStore.js';
import { visible } from '../text/visible.js';
import type { Place } from './place.js';
import { remark } from './talk.js';

export async function mended<T>({ file }: Place, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof FroeError) || error.code !== 'damaged' || !(await removeDamaged(file))) throw error;
    remark(`${visible(error.message)}: ${visible(file)} is made again`);
    return run();
  }
}
