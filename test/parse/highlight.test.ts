/** Colours of texts, drawn as `kind:text` for what is not plain. */
import { describe, expect, it } from 'vitest';
import { codeLanguages } from '../../src/languages/index.js';
import { languages } from '../../src/languages/languages.js';
import { highlight, highlightKinds } from '../../src/parse/highlight/highlight.js';

async function drawn(text: string, language: string): Promise<string[]> {
  const strokes: string[] = [];
  let at = 0;
  for (const run of await highlight(text, language)) {
    const [length, kind] = [Math.floor(run / highlightKinds.length), highlightKinds[run % highlightKinds.length]];
    if (kind !== 'plain') strokes.push(`${kind}:${text.slice(at, at + length)}`);
    at += length;
  }
  expect(at).toBe(text.length);
  return strokes;
}

describe('a commit', () => {
  const hash = '5f0c1e0a9b8d7c6e5f4a3b2c1d0e9f8a7b6c5d4e';
  it('colours added and removed lines, and lists in its message as text', async () => {
    const message = `commit ${hash}\nauthor Ann\n\nSplit oak\n\n- first\n+ second\n`;
    const hunk = 'diff --git a/oak.py b/oak.py\n@@ -1,2 +1,2 @@ def split():\n hard\n-    return 1\n+    return 2\n';
    const strokes = [
      'heading:diff --git a/oak.py b/oak.py',
      'type:@@ -1,2 +1,2 @@ def split():',
      'deleted:-    return 1',
      'inserted:+    return 2',
    ];
    expect(await drawn(`${message}\n${hunk}`, 'commit')).toEqual(strokes);
    expect(await drawn(hunk, 'commit')).toEqual(strokes);
    expect(await drawn(message, 'commit')).toEqual([]);
  });
});

describe('a language with a grammar', () => {
  it.each([
    [
      'python',
      'class Oak(Tree):  # hard\n    def split(self): return f"{self.age} years", 3',
      'keyword:class type:Oak type:Tree comment:# hard keyword:def function:split keyword:return string:f" string: years" number:3',
    ],
    [
      'typescript',
      `const n: number = froe.split(\`a \${b} c\`);`,
      'keyword:const type:number function:split string:`a  string: c`',
    ],
    ['go', 'func Split(o *Oak) { o.Fell(nil) }', 'keyword:func function:Split type:Oak function:Fell number:nil'],
    [
      'rust',
      'pub fn split(age: u8) -> Oak { todo!() }',
      'keyword:pub keyword:fn function:split type:u8 type:Oak function:todo',
    ],
    ['ruby', 'belongs_to :oak, optional: true', 'function:belongs_to string::oak property:optional number:true'],
    [
      'java',
      'class Oak { int age() { return 1; } }',
      'keyword:class type:Oak type:int function:age keyword:return number:1',
    ],
    ['c', '#include <oak.h>\nint main() {}', 'keyword:#include string:<oak.h> type:int function:main'],
    ['css', '.oak { color: #fff; }', 'type:oak property:color number:#fff'],
    ['kotlin', 'fun split() = false', 'keyword:fun function:split number:false'],
    [
      'bash',
      'if true; then echo "$x"; fi',
      'keyword:if function:true keyword:then function:echo string:" string:" keyword:fi',
    ],
    ['sql', "insert into oaks values (1, 'a')", "keyword:insert keyword:into keyword:values number:1 string:'a'"],
    ['elixir', 'defmodule Oak do\nend', 'keyword:defmodule type:Oak keyword:do keyword:end'],
  ])('%s', async (language, text, wanted) => {
    expect((await drawn(text, language)).join(' ')).toBe(wanted);
  });

  it('is coloured to its end, even if the text is in another language', async () => {
    for (const language of Object.keys(codeLanguages)) await drawn('<oak a="1"> { [( "é", 12 # // */\n', language);
  });

  it('that is nested too deep is coloured by its delimiters', async () => {
    const text = `${'('.repeat(60_000)} "a"`;
    expect(await drawn(text, 'python')).toContain('string:"a"');
  });
});

describe('a language without a grammar', () => {
  it.each([
    ['fish', 'if test -e "$x" # oak', 'keyword:if string:"$x" comment:# oak'],
    ['json', '{"oak": [1, true, "x"]}', 'property:"oak" number:1 number:true string:"x"'],
    ['yaml', 'oak: "a" # b', 'property:oak string:"a" comment:# b'],
    ['toml', '[oak]\nage = 3', 'property:age number:3'],
    ['xml', '<oak age="3">x</oak><!-- y -->', 'keyword:oak property:age string:"3" keyword:oak comment:<!-- y -->'],
  ])('%s', async (language, text, wanted) => {
    expect((await drawn(text, language)).join(' ')).toBe(wanted);
  });

  it('is coloured to its end', async () => {
    for (const language of Object.keys(languages)) await drawn('<oak a="1"> { [( "é", 12 # // */ <!-- \n', language);
  });
});

describe('a document', () => {
  it('has headings and code of other languages', async () => {
    const text = '# Oak\n\nSee `split`.\n\n```python\nreturn 1\n```\n';
    expect(await drawn(text, 'markdown')).toEqual(['heading:# Oak', 'string:`split`', 'keyword:return', 'number:1']);
  });

  it('of HTML has tags and a script', async () => {
    const text = '<p class=a>x<script>\nlet y = 1;\n</script>';
    expect(await drawn(text, 'html')).toEqual([
      'keyword:p',
      'property:class',
      'string:a',
      'keyword:script',
      'keyword:let',
      'number:1',
      'keyword:script',
    ]);
  });
});

it('takes linear time for a text full of opening tags', async () => {
  for (const [language, text] of [
    ['xml', '<a b="'.repeat(50_000)],
    ['html', '<!--'.repeat(50_000)],
    ['json', '"'.repeat(99_999)],
    ['markdown', '`'.repeat(50_000)],
  ])
    expect(await drawn(text, language)).toBeDefined();
});
