/**
 * The argument `merge` of a tool: `off`, or some of the options; the others keep the
 * settings of the server. A string instead of an object, because a client pays for each
 * word of a schema in every session.
 *
 *     merge: "least=1 threshold=0.4 inclusive=true"
 */
import { z } from 'zod';
import type { Merging } from '../engine/results.js';
import { checkOptions, mergeKinds } from '../engine/settings.js';

export const mergeInput = z.string().optional();

/** For the options of a search. */
export function mergeOf(argument = ''): { readonly merge?: Merging } {
  const words = argument.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) return {};
  if (words.length === 1 && words[0] === 'off') return { merge: false };
  const options = Object.fromEntries(words.map(optionOf));
  checkOptions('merge', options, mergeKinds);
  return { merge: options };
}

function optionOf(word: string): [name: string, value: unknown] {
  const [name, value = ''] = word.split('=', 2);
  if (value === 'true' || value === 'false') return [name, value === 'true'];
  return [name, /^\d+(?:\.\d+)?$|^\.\d+$/.test(value) ? Number(value) : value];
}
