/**
 * Grammars, each loaded at its first use and kept. They are WebAssembly, shipped
 * compressed inside the package: nothing is compiled, nothing is downloaded.
 */
import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { Language, Parser } from 'web-tree-sitter';
import { packageFile } from '../../packageFile.js';
import { compiled, startRuntime } from './runtime.js';

export interface Grammar {
  readonly name: string;
  readonly language: Language;
  readonly parser: Parser;
}

const folder = packageFile('grammars/');
const loaded = new Map<string, Grammar>();
let ready: Promise<void> | undefined;

const fileOf = (name: string): URL => new URL(`${name}.wasm.br`, folder);

export const hasGrammar = (name: string): boolean => existsSync(fileOf(name));

/** What has been loaded already: parsing itself is synchronous. */
export const grammar = (name: string): Grammar | undefined => loaded.get(name);

export async function loadGrammar(name: string): Promise<void> {
  if (loaded.has(name)) return;
  ready ??= startRuntime();
  await ready;
  if (loaded.has(name)) return; // somebody else was faster
  start(name, Language.loadSync(compiled(brotliDecompressSync(readFileSync(fileOf(name))))));
}

/** A parser that was stopped by an error is in an unknown state: it is left behind, and another takes its place. */
export const renew = ({ name, language }: Grammar): void => start(name, language);

function start(name: string, language: Language): void {
  const parser = new Parser();
  parser.setLanguage(language);
  loaded.set(name, { name, language, parser });
}
