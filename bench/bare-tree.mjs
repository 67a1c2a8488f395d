/**
 * The lower bound of indexing a tree: its files are read, those of a language with a grammar parsed by tree-sitter, and
 * each is counted once. In its own process, so that it starts as cold as the command it is compared with.
 */
import { basename, join } from 'node:path';
import { codeLanguage } from '../build/languages/index.js';
import { MAX_INDEXED_BYTES } from '../build/options.js';
import { loadedGrammar, loadGrammar } from '../build/parse/code/grammars.js';
import { decode } from '../build/sources/decode.js';
import { isBinary, readBytes } from '../build/sources/read.js';
import { walkStats } from '../build/sources/walk.js';
import { tokenizer } from '../dist/index.js';
import { Formats } from '../dist/parse/index.js';

const [, , root] = process.argv;
const formats = new Formats();
const counter = tokenizer('cl100k_base');
let [files, bytes, parsed] = [0, 0, 0];
for (const [path, { size }] of walkStats(root).files) {
  if (size > MAX_INDEXED_BYTES) continue;
  const content = readBytes(join(root, path));
  if (isBinary(content)) continue;
  const { text } = decode(content);
  files++;
  bytes += content.length;
  counter.count(text);
  const name = codeLanguage(formats.detect(basename(path), text.slice(0, 1024)))?.syntax.grammar;
  if (name === undefined) continue;
  await loadGrammar(name);
  loadedGrammar(name).parser.parse(text).delete();
  parsed += content.length;
}
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ processor: (user + system) / 1e6, files, bytes, parsed }));
