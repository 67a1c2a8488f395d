/**
 * The language of a text that is declared as code. Its name or first line may
 * tell; otherwise lines that only one language has are counted, and the language
 * with the most of them wins:
 *
 *     def total(self):          python
 *     def total ⏎ … ⏎ end       ruby
 *     func total() int {        go
 */
import { codeLanguage } from '../languages/index.js';
import { languages } from '../languages/languages.js';
import { builtInLanguages } from './detect.js';

/** Length of the sample, and of the longest line that counts. */
const SAMPLE_CHARS = 32_768;
const MAX_LINE_CHARS = 400;
/** Matching lines that a language needs. */
const MIN_MATCHES = 2;

/**
 * Lines that only one language has. The patterns depend on each other, so they are kept together: what several
 * languages share is in none of them, or in the more specific one, and on a tie the first wins.
 */
const linePatterns: Readonly<Record<string, RegExp>> = {
  python:
    /^\s*(?:(?:async )?def \w+\(.*:\s*$|class \w+(?:\(.*\))?:\s*$|from [\w.]+ import |elif .*:\s*$|if __name__ ==)/,
  ruby: /^\s*(?:def [\w.?!=]+(?:\(.*\))?\s*$|end\s*$|module [A-Z]\w*\s*$|class [A-Z]\w*(?: < [A-Z]\S*)?\s*$|attr_\w+ :|require(?:_relative)? ['"])/,
  go: /^(?:package \w+\s*$|func (?:\(.*\) )?\w+\(|type \w+ (?:struct|interface) \{)/,
  rust: /^\s*(?:(?:pub(?:\(\w+\))? )?(?:async )?fn \w+|impl(?:<.*>)? \w|use (?:crate|std|super)::|let mut )/,
  java: /^\s*(?:package [\w.]+;|import (?:static )?(?:java|org|com)[\w.*]+;|(?:public|private|protected) (?:static |final |abstract )*(?:class|interface|enum|void|[A-Z]\w*) )/,
  csharp:
    /^\s*(?:using [A-Z][\w.]*;|namespace [A-Z][\w.]*|(?:public|internal) (?:sealed |static |partial )*(?:class|record|struct) )/,
  typescript:
    /^\s*(?:interface \w+(?:<.*>)? (?:extends .*)?\{|(?:export )?type \w+(?:<.*>)? =|import type |(?:private|public|readonly) \w+[?]?: )/,
  javascript:
    /^\s*(?:(?:export )?(?:default )?(?:async )?function\*? ?\w*\(|const [\w{}, ]+ = (?:require\(|async |\(.*=>)|import .* from ['"]|module\.exports|export (?:const|class|default))/,
  php: /^\s*(?:<\?php|(?:public |private |protected |static )*function \w+\(|\$\w+ = )/,
  cpp: /^\s*(?:#include <\w+>|namespace \w+ \{|template ?<|std::|class \w+ (?:: public .*)?\{|using namespace )/,
  c: /^(?:#include [<"][\w/]+\.h[>"]|#define \w+|(?:static |unsigned )?(?:void|int|char|double|float|size_t) \*?\w+\(.*\)\s*\{?\s*$)/,
  bash: /^\s*(?:\w+\(\) \{|fi\s*$|done\s*$|esac\s*$|if \[.*then\s*$|export \w+=)/,
  sql: /^\s*(?:create (?:table|view|index|function)|select .* from|insert into|alter table|update \w+ set)\b/i,
};

/** Undefined if it cannot be told. */
export function codeLanguageOf(filename: string, text: string): string | undefined {
  const detected = builtInLanguages.detect(filename, text.slice(0, 1024), () => text.slice(0, SAMPLE_CHARS));
  if (codeLanguage(detected) || definesAnything(detected)) return detected;
  const lines = text
    .slice(0, SAMPLE_CHARS)
    .split(/\r?\n/)
    .filter((line) => line.length <= MAX_LINE_CHARS);
  const matchCounts = Object.entries(linePatterns).map(
    ([language, pattern]) => [language, lines.filter((line) => pattern.test(line)).length] as const,
  );
  const [language, count] = matchCounts.reduce((best, candidate) => (candidate[1] > best[1] ? candidate : best));
  return count >= MIN_MATCHES ? language : undefined;
}

const definesAnything = (language: string): boolean =>
  Object.hasOwn(languages, language) && Object.keys(languages[language].definers).length > 0;
