/**
 * How many times longer it takes for eight times as much: about 8 when time goes
 * by length, 64 when it goes by its square. The best of three of each, so that a
 * busy machine does not count; what takes next to no time counts as a few ms.
 */
export async function growth(run: (size: number) => unknown, size: number): Promise<number> {
  const time = async (size: number): Promise<number> => {
    const start = performance.now();
    await run(size);
    return performance.now() - start;
  };
  const best = async (size: number): Promise<number> => Math.min(await time(size), await time(size), await time(size));
  await run(size);
  return (await best(8 * size)) / Math.max(await best(size), 4);
}

export const FAR_FROM_SQUARE = 32;
