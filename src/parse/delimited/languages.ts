/** All languages, by their id. To add one, write an object: see language.ts. */
import type { Language } from './language.js';
import { applications } from './languages/applications.js';
import { classics } from './languages/classics.js';
import { functional } from './languages/functional.js';
import { prose } from './languages/prose.js';
import { scripts } from './languages/scripts.js';
import { systems } from './languages/systems.js';
import { web } from './languages/web.js';

/** By family, so that a test can see that no id is given twice. */
export const languageFamilies: readonly Readonly<Record<string, Language>>[] = [
  systems,
  applications,
  web,
  scripts,
  functional,
  classics,
  prose,
];

export const languages: Readonly<Record<string, Language>> = Object.assign({}, ...languageFamilies);
