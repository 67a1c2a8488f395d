/** What people call a language where they ask for it: an id, an extension, an interpreter, a nickname, its own name. */
import { languages } from '../languages/languages.js';
import { LanguageIndex } from './detect.js';

const index = new LanguageIndex(languages);
const byName: ReadonlyMap<string, string> = new Map(
  Object.entries(languages).map(([id, { name }]) => [name.toLowerCase(), id]),
);

/** The language's id: `py`, `Python` and `python` are one, and so are `restructuredtext` and `rst`. */
export const languageCalled = (word: string): string | undefined =>
  index.named(word) ?? byName.get(word.toLowerCase()) ?? index.named(word.replaceAll(/[\s_-]+/g, ''));

/** Every name that somebody may have mistyped. */
export const languageNames: readonly string[] = [...Object.keys(languages), ...byName.keys()];
