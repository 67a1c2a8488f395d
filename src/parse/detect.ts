/**
 * Detects the language of a text: by the exact file name, then the extension, then a `#!`
 * line, then the first characters. Unknown text is prose if it reads like prose, and lines
 * otherwise.
 */

import type { Language } from '../languages/language.js';
import { languages } from '../languages/languages.js';
import { configExtensions, configFilenames } from './config.js';

/** A key of the config, delimited or plain tables. */
export type LanguageId = string;

/** Plain text by name: no markup, no delimiters. */
const proseNames =
  /^(readme|license|licence|copying|notice|authors|contributors|changelog|changes|news|todo|install|faq|thanks)$/i;
const plainExtensions: Readonly<Record<string, LanguageId>> = {
  '.txt': 'text',
  '.text': 'text',
  '.log': 'lines',
  '.out': 'lines',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.diff': 'lines',
  '.patch': 'lines',
  '.srt': 'lines',
  '.vtt': 'lines',
};

/** How the files of a language are recognised. */
type LanguageNames = Partial<Pick<Language, 'filenames' | 'extensions' | 'shares' | 'interpreters' | 'aliases'>>;

/** Of the C family, the only ones that share extensions. */
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g;

/** Lookups of a language table, built once. */
export class LanguageIndex {
  readonly #ids = new Set<LanguageId>();
  readonly #filenames = new Map<string, LanguageId>();
  readonly #extensions = new Map<string, LanguageId>();
  readonly #shared = new Map<string, { readonly id: LanguageId; readonly pattern: RegExp }[]>();
  readonly #interpreters = new Map<string, LanguageId>();
  readonly #aliases = new Map<string, LanguageId>([['plaintext', 'text']]);

  /** Later tables override earlier ones: a user's own languages come last. */
  constructor(...tables: readonly Readonly<Record<LanguageId, LanguageNames>>[]) {
    const add = (map: Map<string, LanguageId>, keys: readonly string[] | undefined, id: LanguageId): void => {
      for (const key of keys ?? []) map.set(key, id);
    };
    for (const [extension, id] of Object.entries({ ...plainExtensions, ...configExtensions }))
      this.#extensions.set(extension, id);
    for (const [filename, id] of Object.entries(configFilenames)) this.#filenames.set(filename, id);
    for (const id of [...Object.values(plainExtensions), ...Object.values(configExtensions)]) this.#ids.add(id);
    for (const table of tables) {
      for (const [id, language] of Object.entries(table)) {
        this.#ids.add(id);
        add(this.#filenames, language.filenames, id);
        add(this.#extensions, language.extensions, id);
        const { extension, pattern } = language.shares ?? {};
        if (extension && pattern)
          this.#shared.set(extension, [...(this.#shared.get(extension) ?? []), { id, pattern }]);
        add(this.#interpreters, language.interpreters, id);
        add(this.#aliases, language.aliases, id);
      }
    }
  }

  /** `head`: the first few hundred characters. `longerSample`: more of the text, if its name leaves a choice. */
  detect(filename: string, head: string, longerSample: () => string = () => head): LanguageId {
    return (
      this.#bySharedName(filename, longerSample) ??
      this.byName(filename) ??
      this.#byInterpreter(head) ??
      byContent(head) ??
      (readsLikeProse(head) ? 'text' : 'lines')
    );
  }

  /** A language by a common name: its id, an extension, an interpreter. */
  named(word: string): LanguageId | undefined {
    const lower = word.toLowerCase();
    if (this.#ids.has(lower)) return lower;
    return this.#extensions.get(`.${lower}`) ?? this.#interpreters.get(lower) ?? this.#aliases.get(lower);
  }

  /** By the file name alone. */
  byName(filename: string): LanguageId | undefined {
    const exact = this.#filenames.get(filename);
    if (exact) return exact;
    if (proseNames.test(filename)) return 'text';
    // The longest known extension: .d.ts before .ts. A rotated log is a log: app.log.1.
    const lower = filename.toLowerCase();
    for (const name of [lower.replace(/(\.\d+)+$/, ''), lower]) {
      for (let dot = name.indexOf('.', 1); dot >= 0; dot = name.indexOf('.', dot + 1)) {
        const id = this.#extensions.get(name.slice(dot));
        if (id) return id;
      }
    }
    return undefined;
  }

  /** `net.h` with a class in it is C++. */
  #bySharedName(filename: string, sample: () => string): LanguageId | undefined {
    const sharing = this.#shared.get(/\.\w+$/.exec(filename.toLowerCase())?.[0] ?? '');
    if (!sharing) return undefined;
    const code = sample().replace(COMMENT, '');
    return sharing.find(({ pattern }) => pattern.test(code))?.id;
  }

  /** `#!/usr/bin/env -S python3.12 -u` → python3.12 → python3 → python */
  #byInterpreter(head: string): LanguageId | undefined {
    const shebang = /^\ufeff?#!\s*(\S+)([^\r\n]*)/.exec(head);
    if (!shebang) return undefined;
    // `env` takes options and assignments before the program; the first word that is a program decides.
    const programs = [shebang[1].split('/').at(-1) ?? '', ...shebang[2].trim().split(/\s+/)];
    for (const program of programs[0] === 'env' ? programs.slice(1) : programs.slice(0, 1)) {
      for (const name of [program, program.replace(/\.\d+$/, ''), program.replace(/[\d.]+$/, '')]) {
        const id = this.#interpreters.get(name);
        if (id) return id;
      }
    }
    return undefined;
  }
}

const contentPatterns: readonly (readonly [RegExp, LanguageId])[] = [
  [/^\s*<\?xml\b/i, 'xml'],
  [/^\s*<(!doctype html|html\b)/i, 'html'],
  [/^\s*<\?php\b/i, 'php'],
  [
    /^\s*(\{\s*("(?:[^"\\\n]|\\.)*"\s*:|\}\s*$)|\[\s*(\{\s*"|"(?:[^"\\\n]|\\.)*"\s*[,\]]|-?\d[\d.eE+-]*\s*,|\[\s*["[{\d-]))/,
    'json',
  ],
  [/^%YAML|^---\r?\n[\w-]+:/, 'yaml'],
  [/^(diff --git|--- a\/)/, 'lines'],
];

const byContent = (head: string): LanguageId | undefined => {
  const text = head.replace(/^\ufeff/, '');
  return contentPatterns.find(([pattern]) => pattern.test(text))?.[1];
};

/** Words and spaces, sentences that end: at least three letters or spaces in every four characters. */
function readsLikeProse(head: string): boolean {
  const letters = head.match(/[\p{L} ]/gu)?.length ?? 0;
  return letters * 4 >= [...head].length * 3;
}

export const builtInLanguages = new LanguageIndex(languages);

const idsByName: ReadonlyMap<string, string> = new Map(
  Object.entries(languages).map(([id, { name }]) => [name.toLowerCase(), id]),
);

/** The id of a language by any of its names: `py`, `Python` and `python` are one, and so are `restructuredtext` and `rst`. */
export const languageCalled = (word: string): LanguageId | undefined =>
  builtInLanguages.named(word) ??
  idsByName.get(word.toLowerCase()) ??
  builtInLanguages.named(word.replaceAll(/[\s_-]+/g, ''));

/** Every id and name, for suggestions when one is misspelt. */
export const languageNames: readonly string[] = [...Object.keys(languages), ...idsByName.keys()];
