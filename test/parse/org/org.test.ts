import { describe, expect, it } from 'vitest';
import { org } from '../../../src/parse/org.js';
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

const notes = `#+title: The workshop
#+todo: NEXT WAIT(w) | GONE

Before anything. See <<here>>.

* Tools                                               :tools:
** NEXT [#A] Sharpen the =frame saw= [1/3]     :saw:winter:
SCHEDULED: <2026-01-10 Sat>
:PROPERTIES:
:CUSTOM_ID: sharpen
:END:
File each tooth:
- front
  1. coarse
  2. fine
- back

  twice
- [[https://example.org/set][set]] them
#+name: pitch
#+begin_src python :results output
print(3)
* no heading
#+end_src
: 3
** Store
| what | where |
|------+-------|
| saw  | wall  |
| file | box   |
#+tblfm: $2=x

#+begin_quote
Dry, and warm.

- oil
#+end_quote
* GONE Wood
# to do
[fn:1] Oak.
`.replace('* no heading', ',* no heading');

const tree = (text: string): string => drawDocument(org, text);

describe('org', () => {
  it('reads notes', () => {
    expectSound(org, notes);
    expect(rootOf(org, notes).name).toBe('The workshop');
    expect(`\n${tree(notes)}\n`).toBe(`
keyword [1]
keyword [2]
paragraph [4] #here
section Tools [6-37]
  section Sharpen the frame saw [7-25] #sharpen
    planning [8]
    drawer [9-11]
    paragraph [12]
    list [13-19]
      item [13-15]
        paragraph [13]
        list [14-15]
          item [14]
          item [15]
      item [16-18]
        paragraph [16]
        paragraph [18]
      item [19]
    code [20-24] <python> #pitch
    code [25]
  section Store [26-37]
    table [27-31]
      row [29]
      row [30]
    quote [33-37]
      paragraph [34]
      list [36]
        item [36]
section Wood [38-40]
  comment [39]
  footnote [40] #fn:1
`);
  });

  it('keeps the metadata of a heading', () => {
    const sharpen = nodesOf(rootOf(org, notes)).find(({ name }) => name?.startsWith('Sharpen'));
    expect(sharpen?.meta).toEqual({
      level: 2,
      todo: 'NEXT',
      priority: 'A',
      tags: ['saw', 'winter'],
      properties: { CUSTOM_ID: 'sharpen' },
      anchors: ['sharpen'],
    });
    expect(textOf(notes, sharpen?.head)).toMatch(/^\*\* NEXT .*:winter:\n$/);
  });

  it('reads code in its language, with the lines above as lead', () => {
    const code = nodeOf(org, notes, 'code');
    expect(textOf(notes, code.lead)).toBe('#+name: pitch\n#+begin_src python :results output\n');
    expect(textOf(notes, code.inner)).toBe('print(3)\n,* no heading\n');
  });

  it('has the table header as the lead of rows', () => {
    expect(textOf(notes, nodeOf(org, notes, 'table').lead)).toBe('| what | where |\n|------+-------|\n');
    expect(nodeOf(org, '| 1 | 2 |\n| 3 | 4 |\n', 'table').lead).toBeUndefined();
  });

  it.each([
    ['stars without a blank', '*bold* text\n', 'paragraph [1]'],
    ['a star away from the margin', 'x\n * item\n', 'paragraph [1]\nlist [2]\n  item [2]'],
    ['a heading that ends an open block', '#+begin_src c\n* A\nx\n', 'paragraph [1]\nsection A [2-3]\n  paragraph [3]'],
    ['a block that never closes', '#+begin_quote\nx\n', 'paragraph [1-2]'],
    ['a drawer that never closes', ':LOGBOOK:\nx\n', 'paragraph [1-2]'],
    ['blocks in upper case', '#+BEGIN_SRC sh\nls\n#+END_SRC\n', 'code [1-3] <sh>'],
    ['a block without lines', '#+begin_src c\n#+end_src\n', 'code [1-2]'],
    ['an export', '#+begin_export html\n<b>\n#+end_export\n', 'code [1-3] <html>'],
    ['a dynamic block', '#+begin: clocktable\nx\n#+end:\n', 'block [1-3]\n  paragraph [2]'],
    ['two blank lines that end a list', '- a\n\n\n- b\n', 'list [1]\n  item [1]\nlist [4]\n  item [4]'],
    ['a heading and nothing else', '* A\n* B\nx\n', 'heading A [1]\nsection B [2-3]\n  paragraph [3]'],
    ['nothing', '', ''],
  ])('knows %s', (_, text, expected) => {
    expectSound(org, text);
    expect(tree(text)).toBe(expected);
  });

  it('gives long drawers and comments a low weight', () => {
    expect(tree(`:LOGBOOK:\n${'- a line of a log\n'.repeat(20)}:END:\n`)).toBe('drawer [1-22] ×0.3');
    expect(tree('# a comment\n'.repeat(30))).toBe('comment [1-30] ×0.3');
  });

  it('makes a valid tree of any text', () => {
    expectSoundOnAny(org, [
      '* A\n',
      '** TODO B :t:\n',
      'text\n',
      '\n',
      '  ',
      '- ',
      '1) ',
      '| a |\n',
      '|--|\n',
      '#+begin_src c\n',
      '#+end_src\n',
      '#+begin_quote\n',
      '#+end_quote\n',
      '#+name: x\n',
      '#+title: y\n',
      ':PROPERTIES:\n',
      ':ID: z\n',
      ':END:\n',
      ': fixed\n',
      '# note\n',
      'SCHEDULED: <x>\n',
      '[fn:1] ',
      '<<t>>',
    ]);
  });

  it('takes linear time, and deep nesting does not overflow', async () => {
    await expectLinear(org, [
      '*',
      '* ',
      '* a\n',
      '#+begin_src\n',
      '#+name: x\n',
      ':a:\n',
      '- ',
      '|',
      '[[',
      '<<',
      '=a',
      ':',
      '#+',
    ]);
    const names = Array.from({ length: 8000 }, (_, i) => `#+begin_${i}\n`).join('');
    expectSound(org, names);
    expectSound(org, Array.from({ length: 1500 }, (_, i) => `${' '.repeat(i)}- x\n`).join(''));
    expectSound(org, `${Array.from({ length: 300 }, (_, i) => `${'*'.repeat(i + 1)} x\n`).join('')}end\n`);
  });
});
