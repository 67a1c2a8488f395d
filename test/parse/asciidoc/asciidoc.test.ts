import { describe, expect, it } from 'vitest';
import { attributesOf } from '../../../src/parse/asciidoc/context.js';
import { asciidoc } from '../../../src/parse/asciidoc.js';
import {
  drawDocument,
  expectLinear,
  expectSound,
  expectSoundOnAny,
  nodeOf,
  nodesOf,
  rootOf,
  textOf,
} from '../document/drawDocument.js';

const guide = `// a comment
= Frame saws
A. Sawyer <a@example.org>
:toc:
:source-language: ruby

Preamble with a link:https://example.org[link].

toc::[]

[[blades]]
== Blades ==

.How thin
[source,python]
----
teeth = 40

= no title
----

[source]
puts 1

NOTE: Mind your fingers.

[WARNING]
====
It *is* sharp.

* very
====

* front
** coarse
+
....
text
....

* back
  goes on

Term::
  What it is.
Other:: Short.

Woods [[woods]]
~~~~~~~~~~~~~~~

ifdef::full[]
[cols="1,1"]
|===
|Wood |Hard

|oak
|yes

|fir |no
|===
endif::[]

[discrete]
=== Not a section

'''
____
Measure twice.
____

History
-------

  literal text

<1> A callout.
`;

const tree = (text: string): string => drawDocument(asciidoc, text);

describe('asciidoc', () => {
  it('reads a guide', () => {
    expectSound(asciidoc, guide);
    expect(rootOf(asciidoc, guide).name).toBe('Frame saws');
    expect(`\n${tree(guide)}\n`).toBe(`
comment [1]
section Frame saws [2-76]
  header [3-5]
  paragraph [7]
  toc [9]
  section Blades [11-70] #blades
    code [14-20] <python>
    code [22-23] <ruby>
    admonition [25]
    admonition [27-32]
      paragraph [29]
      list [31]
        item [31]
    list [34-46]
      item [34-39]
        paragraph [34]
        list [35-39]
          item [35-39]
            paragraph [35]
            code [36-39]
      item [41-46]
        paragraph [41-42]
        list [44-46]
          item [44-45]
          item [46]
    section Woods [48-70] #woods
      directive [51]
      table [52-60]
        row [56-57]
        row [59]
      directive [61]
      paragraph [63-64]
      break [66]
      quote [67-69]
        paragraph [68]
  section History [71-76]
    code [74]
    list [76]
      item [76]
`);
  });

  it('reads code in its language, with the lines above it as lead', () => {
    const code = nodeOf(asciidoc, guide, 'code');
    expect(textOf(guide, code.lead)).toBe('.How thin\n[source,python]\n----\n');
    expect(textOf(guide, code.inner)).toBe('teeth = 40\n\n= no title\n');
    expect(code.meta).toMatchObject({ title: 'How thin', language: 'python' });
  });

  it('has the table header as the lead of rows', () => {
    const rows = '|===\n|a |b\n\n|1 |2\n|===\n';
    expect(textOf(guide, nodeOf(asciidoc, guide, 'table').lead)).toMatch(/^\[cols="1,1"\]\n\|===\n\|Wood \|Hard\n/);
    expect(textOf(rows, nodeOf(asciidoc, rows, 'table').lead)).toBe('|===\n|a |b\n\n');
    expect(nodeOf(asciidoc, '|===\n|1 |2\n|3 |4\n|===\n', 'table').lead).toBeUndefined();
    const given = '[%header,cols="2*"]\n|===\n|a\n|b\n|1\n|2\n|===\n';
    expect(textOf(given, nodeOf(asciidoc, given, 'table').lead)).toBe('[%header,cols="2*"]\n|===\n|a\n|b\n');
  });

  it.each([
    ['[source,ruby]', { style: 'source', language: 'ruby' }],
    ['["source","js"]', { style: 'source', language: 'js' }],
    ['[source,language=java]', { style: 'source', language: 'java' }],
    ['[[oak]]', { id: 'oak' }],
    ['[[oak,Oak trees]]', { id: 'oak' }],
    ['[#oak.wide%header,cols="1,2*"]', { id: 'oak', header: true, columns: 3 }],
    ['[options="footer,header"]', { header: true }],
    ['[]', {}],
    ['[not] a list', undefined],
    ['[ blank]', undefined],
  ])('reads attributes: %s', (line, expected) => {
    expect(attributesOf(line)).toEqual(expected);
  });

  it.each([
    ['== `Oak` and *fir*', 'Oak and fir'],
    ['== See <<oak,the oak>> at https://a.b/c[home]', 'See the oak at home'],
    ['== 2 * 3 * 4', '2 * 3 * 4'],
    ['== snake_case_name', 'snake_case_name'],
    ['### Markdown style ###', 'Markdown style'],
  ])('has titles in plain text: %s', (line, name) => {
    expect(rootOf(asciidoc, `${line}\n\nx\n`).children[0].name).toBe(name);
  });

  it.each([
    ['marks without a blank', '==Oak\n', 'paragraph [1]'],
    ['an underline too long', 'Oak\n-----\n', 'paragraph [1]\nparagraph [2]'],
    ['a title in the middle of a paragraph', 'a\n== b\n', 'paragraph [1-2]'],
    ['a title inside a block', '====\n== b\n====\n', 'example [1-3]\n  paragraph [2]'],
    ['a block that never closes', '----\nx\n', 'paragraph [1-2]'],
    ['blocks in blocks', '=====\n====\nx\n====\n=====\n', 'example [1-5]\n  example [2-4]\n    paragraph [3]'],
    ['a fence', '```js\nf()\n```\n', 'code [1-3] <js>'],
    ['an open block', '--\nx\n\ny\n--\n', 'open [1-5]\n  paragraph [2]\n  paragraph [4]'],
    ['a comment block', '////\n== x\n////\n', 'comment [1-3]'],
    ['a verse', '[verse]\n____\na\n\nb\n____\n', 'lines [1-6]'],
    ['entries that go on', ':a: b \\\n  c\n:d: e\n\nx\n', 'attributes [1-3]\nparagraph [5]'],
    ['a list that text ends', '* a\n\nb\n', 'list [1]\n  item [1]\nparagraph [3]'],
    ['numbers and letters', '. a\n. b\n\n', 'list [1-2]\n  item [1]\n  item [2]'],
    ['an anchor with nothing after it', 'x\n\n[[end]]\n', 'paragraph [1]\nparagraph [3] #end'],
    ['a macro, which is no term', 'image::a.png[]\n', 'paragraph [1]'],
  ])('knows %s', (_, text, expected) => {
    expectSound(asciidoc, text);
    expect(tree(text)).toBe(expected);
  });

  it('assigns an anchor to the section below it', () => {
    const text = 'x\n\n[[a]]\n[#b]\n== Oak\n\ny\n';
    const section = nodeOf(asciidoc, text, 'section');
    expect(textOf(text, section.head)).toBe('[[a]]\n[#b]\n== Oak\n');
    expect(section.meta?.anchors).toEqual(['a', 'b']);
  });

  it('gives long comments and headers a low weight', () => {
    expect(tree(`////\n${'a comment\n'.repeat(40)}////\n`)).toBe('comment [1-42] ×0.3');
    expect(tree(`= T\n${':some-name: and its value\n'.repeat(20)}\nx\n`)).toBe(
      'section T [1-23]\n  header [2-21] ×0.3\n  paragraph [23]',
    );
  });

  it('makes a valid tree of any text', () => {
    expectSoundOnAny(asciidoc, [
      '= T\n',
      '== A\n',
      'Oak\n---\n',
      'text\n',
      '\n',
      '----\n',
      '====\n',
      '====\nx\n====\n',
      '--\n',
      '|===\n',
      '|a |b\n',
      '```c\n',
      '```\n',
      '[source,c]\n',
      '[[x]]\n',
      '.title\n',
      '* ',
      '** ',
      '. ',
      'term:: ',
      '+\n',
      ':a: b\n',
      '// c\n',
      '////\n',
      'NOTE: ',
      '  ',
      'ifdef::x[]\n',
    ]);
  });

  it('takes linear time, and deep nesting does not overflow', async () => {
    await expectLinear(asciidoc, [
      '=',
      '= ',
      '== a\n',
      '----\n',
      '[',
      '[a]\n',
      '* ',
      '* a\n',
      '+\n',
      '|',
      ':',
      '::',
      '[[',
      '<<',
    ]);
    await expectLinear(asciidoc, [
      '.a\n',
      '`',
      '```a\n',
      'a::\n',
      '* a\n+\n',
      '"',
      '[source]\n',
      ':a: b\\\n',
      'a\n--\n',
    ]);
    const runs = Array.from({ length: 1200 }, (_, i) => `${'-'.repeat(i + 4)}\n`).join('');
    expectSound(asciidoc, runs);
    const opened = Array.from({ length: 200 }, (_, i) => `${'='.repeat(i + 4)}\n`);
    expectSound(asciidoc, [...opened, 'x\n', ...opened.toReversed()].join(''));
    expect(nodesOf(rootOf(asciidoc, runs)).length).toBeGreaterThan(1);
  });
});
