/**
 * Functions that would have fitted, and were cut all the same.
 *
 * They are found in the syntax tree itself, not by froe's own reading of it: a
 * declaration, a method, or a function that is given a name where it is made
 * (`const f = () => …`, `a.b = function …`). One fits when the lines it stands
 * on are within the cap; it is torn when no chunk holds all of it. Chunks are
 * told by their offsets where these are right, else by their text without white space.
 */

import { codeLanguage } from '../build/languages/index.js';
import { loadedGrammar, loadGrammar } from '../build/parse/code/grammars.js';
import { Formats } from '../dist/parse/index.js';
import { CAP, exact } from './splitters.mjs';

const script = {
  declared: ['function_declaration', 'generator_function_declaration', 'method_definition'],
  valued: ['arrow_function', 'function_expression', 'generator_function'],
};
/** Functions by grammar; the valued ones count where their parent names them. */
const kinds = {
  javascript: script,
  typescript: script,
  tsx: script,
  python: { declared: ['function_definition'] },
  go: { declared: ['function_declaration', 'method_declaration'] },
  rust: { declared: ['function_item'] },
  java: { declared: ['method_declaration', 'constructor_declaration'] },
  ruby: { declared: ['method', 'singleton_method'] },
  c: { declared: ['function_definition'] },
  cpp: { declared: ['function_definition'] },
  csharp: { declared: ['method_declaration', 'constructor_declaration'] },
  php: { declared: ['function_definition', 'method_declaration'] },
  kotlin: { declared: ['function_declaration'] },
};
const naming = new Set(['variable_declarator', 'assignment_expression', 'field_definition', 'public_field_definition']);

const formats = new Formats();

/** The parser froe uses for a file of this name, and the name of its grammar. */
export async function grammarFor(path, text) {
  const language = formats.detect(path, text.slice(0, 1024));
  const name = codeLanguage(language)?.syntax.grammar;
  if (name === undefined) return undefined;
  await loadGrammar(name);
  return { name, ...loadedGrammar(name) };
}

/** A tree by tree-sitter alone, however much work it is: the runtime counts it, and would stop in the end. */
export function parsed({ runtime, parser }, text) {
  return runtime.within(Number.POSITIVE_INFINITY, () => parser.parse(text));
}

const known = new Map();

/** Spans of the functions of a text that fit, found once. */
async function fitting({ path, text, hash }) {
  const before = known.get(hash);
  if (before) return before;
  const found = await grammarFor(path, text);
  const types = found && kinds[found.name];
  const spans = types ? functionsIn(found, text, types).filter((span) => fits(text, span)) : [];
  known.set(hash, spans);
  return spans;
}

function functionsIn(grammar, text, { declared, valued = [] }) {
  const tree = parsed(grammar, text);
  const spans = tree.rootNode
    .descendantsOfType([...declared, ...valued])
    // What holds a syntax error is none: C++ in a `.h` that is read as C.
    .filter((node) => (declared.includes(node.type) || naming.has(node.parent?.type)) && !node.hasError)
    .map((node) => ({ start: node.startIndex, end: node.endIndex }));
  tree.delete();
  return spans;
}

function fits(text, { start, end }) {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  return exact.count(text.slice(from, to < 0 ? text.length : to + 1)) <= CAP;
}

/** The spans of functions that are whole in no chunk. */
export async function tornFunctions(file, chunks) {
  const functions = await fitting(file);
  const cut = chunks.filter((chunk) => !chunk.drawn);
  const placed = cut.every(({ text, start, end }) => start !== undefined && file.text.slice(start, end) === text);
  const bare = placed ? [] : cut.map((chunk) => stripped(chunk.text));
  const torn = functions.filter(({ start, end }) => {
    if (placed) return !cut.some((chunk) => chunk.start <= start && end <= chunk.end);
    const body = stripped(file.text.slice(start, end));
    return !bare.some((text) => text.includes(body));
  });
  return { functions, torn };
}

const stripped = (text) => text.replace(/\s+/g, '');
