/** All languages by their ids, with a grammar or without: what a file may be, and by which delimiters it is read. */
import { applications } from './delimited/applications.js';
import { classics } from './delimited/classics.js';
import { functional } from './delimited/functional.js';
import { prose } from './delimited/prose.js';
import { scripts } from './delimited/scripts.js';
import { systems } from './delimited/systems.js';
import { web } from './delimited/web.js';
import { codeLanguages } from './index.js';
import type { CodeLanguage, Language } from './language.js';

/** Without functions, which cannot be sent to a thread. */
const delimitersOf = ({ syntax, references, modules, ...delimiters }: CodeLanguage): Language => delimiters;

/** By family, so that a test can check that no id is used twice. */
export const languageFamilies: readonly Readonly<Record<string, Language>>[] = [
  Object.fromEntries(Object.entries(codeLanguages).map(([id, language]) => [id, delimitersOf(language)])),
  systems,
  applications,
  web,
  scripts,
  functional,
  classics,
  prose,
];

export const languages: Readonly<Record<string, Language>> = Object.assign({}, ...languageFamilies);
