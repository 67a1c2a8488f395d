/** What code says in words: documentation, without the marks that make it a comment or a string. */

/** A comment or string without what marks it as one; lines of decorators are left out. */
export function plainDoc(doc: string): string {
  return doc
    .trim()
    .replace(/^[a-zA-Z]{0,2}("""|'''|"|')([\s\S]*?)\1$/, '$2')
    .split('\n')
    .map((line) => line.trim().replace(ATTRIBUTE, '').replace(STRING, '$1'))
    .filter((line) => !DECORATOR.test(line))
    .map((line) => line.replace(OPENING, '').replace(CLOSING, '').trimEnd())
    .join('\n')
    .trim();
}

/** Elixir writes documentation as the value of an attribute: `@doc "Adds."` */
const ATTRIBUTE = /^@(module|type)?doc\s+(false$|(~[sS])?(?="))/;
const DECORATOR = /^(@\w|#\[(?!=*\[)|\[\w)/;
/** A string that is a line of its own, among comments. */
const STRING = /^"([^"]*)"$/;
const OPENING =
  /^("""|'''|<!--|<#|#\[=*\[|\/\*\*?!?|\*\/|\*(?!\*)|\/\/[/!]?|--\[\[|---?\s?\|?|#+>?|;+|%+|\(\*+|\{-\|?|=begin|=end)\s?/;
const CLOSING = /("""|'''|-->|#>|\*?\*\/|\*\)|-\}|\]=*\])$/;
