/** Fulfilled when somebody wants it to end. */
export function ending(): { readonly promise: Promise<void>; readonly now: () => void } {
  let now = (): void => {};
  const promise = new Promise<void>((resolve) => {
    now = resolve;
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, now);
  return { promise, now };
}
