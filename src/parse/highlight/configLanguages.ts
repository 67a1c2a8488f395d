/** Settings and data as colours need them: their strings, their comments, and what stands behind a key. Data only. */
import { lineComments } from '../../languages/families.js';
import type { ConfigLanguage } from '../config/languages.js';
import type { LexicalLanguage } from './paintLexically.js';

const hashes = lineComments({ text: '#', at: 'spaced' });
const base: LexicalLanguage = {
  name: 'configuration',
  extensions: [],
  grain: 'lines',
  blocks: { by: 'brackets', pairs: [], bodies: [], middles: [] },
  strings: [{ open: '"' }, { open: "'", escape: '' }],
  comments: hashes,
  letters: '-.',
  definers: {},
  isData: true,
};

const json: LexicalLanguage = {
  ...base,
  strings: [{ open: '"' }, { open: "'" }],
  comments: { line: ['//'], block: [{ open: '/*', close: '*/' }] },
  keyMarks: ':',
};
const lines: LexicalLanguage = {
  ...base,
  comments: lineComments({ text: '#', at: 'first' }, { text: ';', at: 'first' }),
  keyMarks: '=',
};
const triple = ['"""', "'''"].map((open) => ({ open, multiline: true }));

export const configLanguages: Readonly<Record<ConfigLanguage, LexicalLanguage>> = {
  json,
  jsonc: json,
  json5: json,
  ndjson: json,
  yaml: { ...base, letters: '-./', keyMarks: ':' },
  toml: { ...base, strings: [...triple, ...base.strings], keyMarks: '=' },
  ini: lines,
  env: lines,
  properties: { ...lines, keyMarks: '=:' },
};
