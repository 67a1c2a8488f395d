/**
 * Grammars, each loaded at its first use and kept. They are WebAssembly, shipped
 * compressed inside the package: nothing is compiled, nothing is downloaded.
 */
import { existsSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Language, Parser } from 'web-tree-sitter';
import { packageFile, readPackageFile } from '../../packageFile.js';
import type { CaptureQuery } from './captures.js';
import { compileModule, Runtime } from './runtime.js';

/** A grammar in a runtime. */
export interface Grammar {
  readonly name: string;
  readonly language: Language;
  readonly parser: Parser;
  readonly runtime: Runtime;
  /** Each is compiled once. */
  query(source: string): CaptureQuery;
}

const loaded = new Map<string, Grammar>();
/** Compiled modules, which are reused when the runtime is replaced. */
const modules = new Map<string, ReturnType<typeof compileModule>>();
let startingRuntime: Promise<Runtime> | undefined;

const fileOf = (name: string): string => `grammars/${name}.wasm.br`;

export const hasGrammar = (name: string): boolean => existsSync(packageFile(fileOf(name)));

/** A loaded grammar: parsing itself is synchronous. */
export const loadedGrammar = (name: string): Grammar | undefined => loaded.get(name);

/** Undefined: it is loaded, in a runtime that can parse another file. */
export function loadGrammar(name: string): Promise<void> | undefined {
  const cached = loaded.get(name);
  if (cached?.runtime.mustReplace) dropRuntime(cached.runtime);
  else if (cached) return undefined;
  return load(name);
}

async function load(name: string): Promise<void> {
  startingRuntime ??= Runtime.start();
  const runtimePromise = startingRuntime;
  const runtime = await runtimePromise.catch((error: unknown) => {
    if (runtimePromise === startingRuntime) startingRuntime = undefined; // there may be memory for it later
    throw error;
  });
  if (runtimePromise !== startingRuntime || loaded.has(name)) return; // the runtime failed in the meantime, or another call was faster
  const module = modules.get(name) ?? compileModule(brotliDecompressSync(readPackageFile(fileOf(name))));
  modules.set(name, module);
  const { Language, Parser } = runtime.library;
  const language = Language.loadSync(module);
  const parser = new Parser();
  parser.setLanguage(language);
  const queries = new Map<string, CaptureQuery>();
  const query = (source: string): CaptureQuery => {
    const compiledQuery = queries.get(source) ?? runtime.query(language, source);
    queries.set(source, compiledQuery);
    return compiledQuery;
  };
  loaded.set(name, { name, language, parser, runtime, query });
}

/** A runtime that failed is in an unknown state: it is dropped with everything loaded into it, and replaced. */
export function dropRuntime(runtime: Runtime): void {
  runtime.retire();
  if (![...loaded.values()].some((other) => other.runtime === runtime)) return; // already dropped by another call
  loaded.clear();
  startingRuntime = undefined;
}
