import { describe, expect, it } from 'vitest';
import type { Language } from '../../src/languages/language.js';
import { languageFamilies, languages } from '../../src/languages/languages.js';
import { configExtensions, configFilenames } from '../../src/parse/config.js';
import { drawDelimited, expectSoundTree } from '../parse/drawDelimited.js';

const all = Object.entries(languages);

/** Keys that more than one language claims. */
function claimedTwice(keys: (language: Language) => readonly string[]): string[] {
  const owners = new Map<string, string[]>();
  for (const [id, language] of all) for (const key of keys(language)) owners.set(key, [...(owners.get(key) ?? []), id]);
  return [...owners].filter(([, ids]) => ids.length > 1).map(([key, ids]) => `${key}: ${ids.join(', ')}`);
}

describe('the table of languages', () => {
  it('is long', () => {
    expect(all.length).toBeGreaterThanOrEqual(350);
  });

  it('has unique ids', () => {
    expect(languageFamilies.flatMap((family) => Object.keys(family))).toHaveLength(all.length);
    expect(new Set(all.map(([, { name }]) => name)).size).toBe(all.length);
  });

  it('writes ids in lower case', () => {
    expect(all.map(([id]) => id).filter((id) => !/^[a-z0-9+-]+$/.test(id))).toEqual([]);
  });

  it('writes extensions in lower case with a dot', () => {
    const extensions = all.flatMap(([, language]) => language.extensions);
    expect(extensions.filter((one) => !/^\.[^.\s/]\S*$/.test(one) || one !== one.toLowerCase())).toEqual([]);
  });

  it('maps each extension, file name and interpreter to one language', () => {
    expect(claimedTwice(({ extensions }) => extensions)).toEqual([]);
    expect(claimedTwice(({ filenames = [] }) => filenames)).toEqual([]);
    expect(claimedTwice(({ interpreters = [] }) => interpreters)).toEqual([]);
  });

  it('leaves configuration and plain text to their own parsers', () => {
    const theirs = new Set([
      ...Object.keys(configExtensions),
      '.txt',
      '.text',
      '.log',
      '.csv',
      '.tsv',
      '.diff',
      '.patch',
    ]);
    const names = new Set(Object.keys(configFilenames));
    expect(all.flatMap(([, { extensions }]) => extensions.filter((one) => theirs.has(one)))).toEqual([]);
    expect(all.flatMap(([, { filenames = [] }]) => filenames.filter((one) => names.has(one)))).toEqual([]);
  });

  it('has a name for every language', () => {
    const unreachable = all.filter(
      ([, { extensions, filenames = [], interpreters = [] }]) =>
        extensions.length + filenames.length + interpreters.length === 0,
    );
    expect(unreachable.map(([id]) => id)).toEqual([]);
  });

  it('writes brackets as pairs of two characters', () => {
    const pairs = all.flatMap(([id, { blocks }]) => blocks.pairs.map((pair) => [id, pair] as const));
    expect(pairs.filter(([, pair]) => pair.length !== 2 || pair[0] === pair[1])).toEqual([]);
  });

  it('writes the words of caseless languages in lower case', () => {
    const loud = all.flatMap(
      ([id, { caseless, blocks, imports = [], attributes = [], definers, comments, strings }]) => {
        const words = [
          ...[...blocks.middles, ...blocks.bodies, ...imports, ...attributes, ...Object.keys(definers)],
          ...(blocks.by === 'words' ? [...Object.keys(blocks.opens), ...Object.keys(blocks.closes)] : []),
          ...comments.line.map((mark) => (typeof mark === 'string' ? mark : mark.text)),
          ...[...comments.block, ...strings].map(({ open }) => open),
        ];
        return caseless ? words.filter((word) => word !== word.toLowerCase()).map((word) => `${id}: ${word}`) : [];
      },
    );
    expect(loud).toEqual([]);
  });

  it('has marks that are neither empty nor too long', () => {
    const bad = all.flatMap(([id, { blocks, comments, strings, definers, imports = [], attributes = [] }]) => {
      const marks = [
        ...[...blocks.middles, ...blocks.bodies, ...imports, ...attributes, ...Object.keys(definers)],
        ...comments.line.map((mark) => (typeof mark === 'string' ? mark : mark.text)),
        ...[...comments.block, ...strings].flatMap(({ open, close = open }) => [open, close]),
      ];
      return marks.filter((mark) => mark.length === 0 || mark.length > 31).map((mark) => `${id}: ${mark}`);
    });
    expect(bad).toEqual([]);
  });

  it('anchors every naming pattern', () => {
    const loose = all.flatMap(([id, { names = [] }]) =>
      names.flatMap((name) =>
        typeof name === 'string' || name.pattern.source.startsWith('^') ? [] : [`${id}: ${name.pattern}`],
      ),
    );
    expect(loose).toEqual([]);
  });

  it('has popular languages', () => {
    const wanted = [
      ...[
        'python',
        'javascript',
        'jsx',
        'typescript',
        'tsx',
        'ruby',
        'go',
        'rust',
        'java',
        'kotlin',
        'scala',
        'c',
        'cpp',
      ],
      ...['csharp', 'php', 'swift', 'objective-c', 'lua', 'bash', 'powershell', 'elixir', 'erlang', 'haskell', 'ocaml'],
      ...[
        'elm',
        'dart',
        'zig',
        'julia',
        'r',
        'perl',
        'sql',
        'html',
        'xml',
        'css',
        'scss',
        'less',
        'vue',
        'svelte',
        'hcl',
      ],
      ...['dockerfile', 'makefile', 'cmake', 'protobuf', 'graphql', 'solidity', 'markdown', 'rst', 'latex', 'asciidoc'],
      ...['org', 'vhdl', 'verilog', 'systemverilog', 'fortran', 'cobol', 'ada', 'pascal', 'delphi', 'vb', 'd', 'nim'],
      ...[
        'crystal',
        'groovy',
        'clojure',
        'scheme',
        'racket',
        'common-lisp',
        'emacs-lisp',
        'prolog',
        'tcl',
        'awk',
        'sed',
      ],
      ...['vim-script', 'fsharp', 'coffeescript', 'purescript', 'reason', 'rescript', 'apl', 'matlab', 'mathematica'],
      ...['stata', 'sas', 'gdscript', 'glsl', 'hlsl', 'wgsl', 'metal', 'cuda', 'opencl', 'nasm', 'gas', 'llvm', 'wat'],
      ...['thrift', 'capnproto', 'avdl', 'nix', 'dhall', 'jsonnet', 'starlark', 'puppet', 'gherkin', 'handlebars'],
      ...['jinja', 'liquid', 'pug', 'haml', 'slim', 'twig', 'blade', 'ejs', 'erb', 'razor', 'astro', 'mdx', 'graphviz'],
      ...['mermaid', 'plantuml', 'bicep', 'move', 'cairo', 'vyper', 'apex', 'abap', 'smalltalk', 'j', 'k', 'forth'],
      ...['factor', 'postscript', 'idris', 'agda', 'coq', 'lean', 'isabelle', 'tla+', 'alloy', 'chapel', 'pony', 'v'],
      ...['odin', 'hare', 'gleam', 'roc', 'ballerina', 'haxe', 'actionscript', 'autohotkey', 'autoit', 'applescript'],
      ...['batch', 'fish', 'nushell', 'xquery', 'xslt', 'gnuplot'],
    ];
    expect(wanted.filter((id) => !Object.hasOwn(languages, id))).toEqual([]);
  });

  it('maps ambiguous extensions to the most common language', () => {
    const owner = (extension: string): string | undefined =>
      all.find(([, { extensions }]) => extensions.includes(extension))?.[0];
    expect(['.h', '.m', '.pl', '.v', '.ts', '.md', '.r', '.d', '.fs', '.tex'].map(owner)).toEqual([
      'c',
      'objective-c',
      'perl',
      'verilog',
      'typescript',
      'markdown',
      'r',
      'd',
      'fsharp',
      'latex',
    ]);
  });
});

/** Something of everything, so that every language meets marks it knows and marks it does not. */
const potpourri = `#!/usr/bin/env thing
import a
/* one { */ // two (
# three
-- four
% five
; six

class Shape {
  def area(x) do
    if x then
      "a { string" 'b' \`c\`
    else
      [1, (2), {3}]
    end
  end
}

function f() begin
    case x of
        1: y
    end
end

@attribute
#[other]
(define (g x)
  (let ((y 1))
    (+ x y)))

= Heading
== Another ==
\\section{Wood}
Title
=====
<div>
  <p>don't</p>
</div>
`;

describe('every language', () => {
  for (const [id, language] of all) {
    it(`keeps the contract: ${language.name}`, () => {
      expectSoundTree(potpourri, id);
      expectSoundTree(potpourri.replaceAll('\n', '\r\n'), id);
      expectSoundTree(potpourri.replaceAll(' ', ''), id);
      expectSoundTree(potpourri.split('\n').reverse().join('\n'), id);
      expectSoundTree([...potpourri].reverse().join(''), id);
      expect(drawDelimited(potpourri, id)).not.toBe('');
    });
  }
});
