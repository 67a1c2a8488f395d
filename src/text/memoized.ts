const MAX_CACHED = 50_000;

/** A function of a text that keeps its results; all of them are dropped when there are too many. */
export function memoized<T>(make: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined || cache.has(text)) return cached as T; // undefined may be a result
    if (cache.size >= MAX_CACHED) cache.clear();
    const value = make(text);
    cache.set(text, value);
    return value;
  };
}
