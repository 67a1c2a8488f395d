/** The part of a tree that a path is in, by its first two folders: `src/chunk/cut.ts` → `src/chunk`. */
export const areaOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/') || '.';
