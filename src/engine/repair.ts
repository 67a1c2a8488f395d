/**
 * Rebuilds a damaged index, whoever found the damage: the run is repeated, and if it finds the damage again, the index
 * is removed and rebuilt from the files. An index that cannot be rebuilt completely is left to the user.
 */
import { FroeError } from '../errors.js';

/** `remove`: removes what is damaged; false if there is nothing that could be rebuilt. */
export async function repairing<T>(run: () => Promise<T>, remove: (damage: FroeError) => Promise<boolean>): Promise<T> {
  const first = await catchDamage(run);
  const { done, damage } = first.damage ? await catchDamage(run) : first;
  if (!damage) return done as T; // one of the two is set
  if (!(await remove(damage))) throw damage;
  return run();
}

export const isDamage = (error: unknown): error is FroeError => error instanceof FroeError && error.code === 'damaged';

async function catchDamage<T>(run: () => Promise<T>): Promise<{ readonly done?: T; readonly damage?: FroeError }> {
  try {
    return { done: await run() };
  } catch (error) {
    if (isDamage(error)) return { damage: error };
    throw error;
  }
}
