/**
 * What is done with an index that turns out to be damaged, whoever met it first:
 * the command begins anew, and if it meets the damage again, the index is made
 * again. Where it holds what cannot be made from files, or lies where somebody has
 * put it, that is for them to do.
 */
import { FroeError } from '../errors.js';
import { removeDamaged } from '../store/openStore.js';
import { visible } from '../text/visible.js';
import type { IndexPlace } from './place.js';
import { remark } from './talk.js';

export async function mended<T>({ file }: IndexPlace, run: () => Promise<T>): Promise<T> {
  const first = await tried(run);
  const { done, damage } = first.damage ? await tried(run) : first;
  if (!damage) return done as T; // there is one or the other
  if (!(await removeDamaged(file))) throw damage;
  remark(`${visible(damage.message)}: ${visible(file)} is made again`);
  return run();
}

interface Tried<T> {
  readonly done?: T;
  readonly damage?: FroeError;
}

async function tried<T>(run: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { done: await run() };
  } catch (error) {
    if (error instanceof FroeError && error.code === 'damaged') return { damage: error };
    throw error;
  }
}
