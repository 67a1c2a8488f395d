/** The languages that are read by their syntax. The key is the language's id in the delimited table. */
import type { Syntax } from '../syntax.js';
import { javascript, jsx, tsx, typescript } from './javascript.js';
import { python } from './python.js';

export const syntaxes: Readonly<Record<string, Syntax>> = {
  javascript,
  jsx,
  python,
  tsx,
  typescript,
};
