/** Where each language looks for its modules; those with the same one see each other's definitions. */
import { go } from './go.js';
import { include } from './include.js';
import type { Modules } from './modules.js';
import { csharp, elixir, jvm, php, swift } from './named.js';
import { python } from './python.js';
import { relative } from './relative.js';
import { dart, lua, ruby } from './required.js';
import { rust } from './rust.js';

export type { Modules } from './modules.js';

export const modulesOf: Readonly<Record<string, Modules>> = {
  c: include,
  cpp: include,
  csharp,
  dart,
  elixir,
  go,
  java: jvm,
  javascript: relative,
  jsx: relative,
  kotlin: jvm,
  lua,
  php,
  python,
  ruby,
  rust,
  scala: jvm,
  svelte: relative,
  swift,
  tsx: relative,
  typescript: relative,
  vue: relative,
};
