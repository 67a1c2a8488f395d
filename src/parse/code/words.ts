/** What code says in words: documentation without its marks, and what an import brings. */

/** A comment or string without what marks it as one; lines of decorators are left out. */
export function plainDoc(doc: string): string {
  return doc
    .trim()
    .replace(/^[a-zA-Z]{0,2}("""|'''|"|')([\s\S]*?)\1$/, '$2')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(@\w|#\[|\[\w)/.test(line))
    .map((line) => line.replace(OPENING, '').replace(CLOSING, ''))
    .join('\n')
    .trim();
}

const OPENING = /^(\/\*\*?!?|\*\/|\*(?!\*)|\/\/[/!]?|--\[\[|---?\s?\|?|#+|;+|%+|\(\*+|\{-\|?|=begin|=end)\s?/;
const CLOSING = /\s*(\*+\/|\*\)|-\}|\]\])$/;

/** Words that say how something is imported, in one language or another. */
const KEYWORDS = new Set(
  'import from as use using require require_relative include include_once require_once export type typeof static open alias only except exposing hiding qualified pub crate self super const let var local library package namespace function in with'.split(
    ' ',
  ),
);

/**
 * The names an import brings into a file. What stands in quotes counts only
 * where nothing stands outside them.
 *
 *     import { readFile as rf } from 'node:fs'   → readFile, rf
 *     import "net/http"                          → http
 */
export function importedNames(statement: string): string[] {
  const outside = words(statement.replace(/(['"`])(?:(?!\1).)*\1|<[^>]*>/g, ' ')).filter((word) => !KEYWORDS.has(word));
  if (outside.length > 0) return outside;
  const paths = statement.match(/(['"`])(?:(?!\1).)*\1|<[^>]*>/g) ?? [];
  return paths.flatMap((path) => words(path.replace(/\.\w+(['"`>])$/, '$1')).slice(-1));
}

const words = (text: string): string[] => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];

/** Those of a file's imports that a piece of it speaks of. */
export function usedImports(imports: readonly string[], content: string): string[] {
  // A piece that holds the imports themselves does not use them by that.
  const spoken = new Set(words(imports.reduce((rest, statement) => rest.replace(statement, ''), content)));
  return imports.filter((statement) => importedNames(statement).some((name) => spoken.has(name)));
}
