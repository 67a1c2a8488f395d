/**
 * Settings and data files: the JSON family, YAML, TOML, INI, `.env` and
 * `.properties`. Each family has a scanner that finds keys, items and tables.
 * Scanners do not read values or check syntax, and never fail: text that they do
 * not understand belongs to the enclosing node.
 */

import { textSizes } from '../options.js';
import { env, ini, properties, toml } from './config/entryScanner.js';
import { json, ndjson } from './config/json.js';
import type { ConfigLanguage } from './config/languages.js';
import type { ConfigScanner } from './config/outline.js';
import { yaml } from './config/yaml.js';
import type { Parser } from './parser.js';

export { type ConfigLanguage, configExtensions, configFilenames } from './config/languages.js';

/** Shorter nodes get no children. In UTF-16 code units. */
const MIN_PARENT_CHARS = 256;

export const scanners = {
  json,
  jsonc: json,
  json5: json,
  ndjson,
  yaml,
  toml,
  ini,
  env,
  properties,
} satisfies Record<ConfigLanguage, ConfigScanner>;

export const config: Parser = {
  id: 'config',
  sourceType: 'text',
  preset: textSizes,
  anchors: 'path',
  chunkType: ({ whole }) => (whole ? 'text_file' : 'text_file_chunk'),
  isUnit: (_node, depth) => depth === 1, // a key, table, record or document of the file
  parse: ({ language, text }) => (isConfig(language) ? scanners[language](text, MIN_PARENT_CHARS) : undefined),
};

const isConfig = (language: string): language is ConfigLanguage => Object.hasOwn(scanners, language);
