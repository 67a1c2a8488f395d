/**
 * Imports a module whose place is only known at run time. The bundles of the command are scripts, in which `import()`
 * prints a warning: there this module is replaced by that of cli/compiledBundles.ts (vite.command.config.ts).
 */
export const importModule = (url: string): Promise<object> => import(url);
