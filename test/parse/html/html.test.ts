import { describe, expect, it } from 'vitest';
import { html } from '../../../src/parse/html.js';
import {
  drawDocument,
  expectLinear,
  expectSound,
  expectSoundOnAny,
  nodeOf,
  nodesOf,
  rootOf,
  sourceOf,
  textOf,
} from '../document/drawDocument.js';

const page = `<!DOCTYPE html>
<html lang="en">
<head>
  <title>Frame saws &ndash; a page</title>
  <meta charset="utf-8">
  <style>body { color: red }</style>
</head>
<body>
<header><p>The workshop</p></header>
<nav><ul><li><a href="/">Home</a></li></ul></nav>
<main>
<h1 id="saws">Frame &amp; bow <em>saws</em></h1>
<p>A saw in a frame.
<p>Old, and <a href="https://example.org/x">good</a>.</p>
<!-- more to come -->
<section id="blades">
  <h2>Blades</h2>
  <ul>
    <li>thin
    <li>long
      <ol><li>a metre</li></ol>
    </li>
  </ul>
  <pre><code class="language-python">teeth = 40
</code></pre>
  <table>
    <caption>Woods</caption>
    <thead><tr><th>wood</th><th>hard</th></tr></thead>
    <tbody>
      <tr><td>oak</td><td>yes</td></tr>
      <tr><td>fir</td><td>no</td></tr>
    </tbody>
  </table>
  loose <b>text</b>
</section>
<h2>History</h2>
<blockquote><h3>no heading</h3><p>Older.</p></blockquote>
</main>
<script type="module">if (a < b) { f("</div>") }</script>
<footer>Bye</footer>
</body>
</html>
`;

const tree = (text: string): string => drawDocument(html, text);

describe('html', () => {
  it('reads a page', () => {
    expectSound(html, page);
    expect(rootOf(html, page).name).toBe('Frame saws – a page');
    expect(`\n${tree(page)}\n`).toBe(`
head [1-7] ×0.3
  paragraph [1-5]
  style [6-7] <css> ×0
header [8-9] ×0.3
nav [10] ×0.3
  list [10]
    item [10]
section Frame & bow saws [11-42] #saws
  paragraph [13]
  paragraph [14]
  section Blades [15-35] #blades
    list [18-23]
      item [18-19]
      item [20-23]
        paragraph [20]
        list [21-22]
          item [21]
    code [24-25] <python>
    table [26-33]
      row [29-30]
      row [31-33]
    paragraph [34-35]
  section History [36-42]
    quote [37-38]
      paragraph [37]
      paragraph [37]
    script [39] <javascript> ×0
    footer [40-42] ×0.3
`);
  });

  it('has code in its language if it has no markup', () => {
    const code = nodeOf(html, page, 'code');
    expect(textOf(page, code.inner)).toBe('teeth = 40\n');
    const marked = nodeOf(html, '<pre class="language-c">a &lt; b</pre>', 'code');
    expect([marked.inner, marked.meta]).toEqual([undefined, { language: 'c' }]);
    expect(nodeOf(html, '<pre lang="x">plain</pre>', 'code').inner).toBeUndefined();
  });

  it.each([
    ['', 'javascript'],
    [' type="text/javascript"', 'javascript'],
    [' lang="ts"', 'typescript'],
    [' type="application/ld+json"', 'json'],
    [' type="text/x-template"', undefined],
  ])('knows the language of <script%s>', (attributes, language) => {
    const text = `<script${attributes}>x < y</script>`;
    const script = nodeOf(html, text, 'script');
    expect([script.weight, script.inner?.language]).toEqual([0, language]);
    if (language) expect(textOf(text, script.inner)).toBe('x < y');
  });

  it('has table header and caption as the lead of rows', () => {
    const table = nodeOf(html, page, 'table');
    expect(textOf(page, table.lead)).toMatch(/^ {2}<table>\n[\s\S]*<caption>[\s\S]*<\/thead>\n$/);
    const plain = '<table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4</table>';
    expect(textOf(plain, nodeOf(html, plain, 'table').lead)).toBe('<table><tr><th>a<th>b');
    expect(nodeOf(html, '<table><tr><td>1<tr><td>2</table>', 'table').lead).toBeUndefined();
  });

  it.each([
    ['paragraphs without ends', '<p>a\n<p>b\n', 'paragraph [1]\nparagraph [2]'],
    ['text without any tags', 'a & b\n', 'paragraph [1]'],
    [
      'headings of any order',
      '<h3>a</h3>x\n<h1>b</h1>y\n<h2>c</h2>z\n',
      'section a [1]\n  paragraph [1]\nsection b [2-3]\n  paragraph [2]\n  section c [3]\n    paragraph [3]',
    ],
    [
      'a heading and nothing else',
      '<h1>a</h1>\n<h1>b</h1>\n<p>x</p>\n',
      'heading a [1]\nsection b [2-3]\n  paragraph [3]',
    ],
    ['a heading that is not closed', '<h1>a\n<p>x</p>\n', 'section a [1-2]\n  paragraph [2]'],
    ['a div in a heading', '<h1><div>a</div></h1>\n<p>x\n', 'section a [1-2]\n  paragraph [2]'],
    [
      'a heading in a list, which is taken apart',
      '<ul><li>x\n<li><h2>a</h2>\ny</ul>\n',
      'item [1]\nsection a [2-3]\n  paragraph [3]',
    ],
    [
      'a heading in a table, which is taken apart',
      '<table><tr><td><h2>a</h2>\ny</table>\n',
      'section a [1-2]\n  paragraph [2]',
    ],
    [
      'a heading in an aside, which is none',
      '<aside><h2>a</h2>y</aside>\n',
      'aside [1] ×0.3\n  paragraph [1]\n  paragraph [1]',
    ],
    [
      'the header of an article',
      '<article><header><h1>a</h1>by me</header>\nx</article>\n',
      'section a [1-2]\n  paragraph [1]\n  paragraph [2]',
    ],
    [
      'the header of the page',
      '<header><p>a</p><p>b</p></header>\n<p>c\n',
      'header [1] ×0.3\n  paragraph [1]\n  paragraph [1]\nparagraph [2]',
    ],
    [
      'a heading in the header of the page',
      '<header><h1>a</h1>b</header>\n<p>c\n',
      'section a [1-2]\n  paragraph [1]\n  paragraph [2]',
    ],
    ['the footer of an article', '<article>x<footer>y</footer></article>\n', 'paragraph [1]\nparagraph [1]'],
    ['definitions', '<dl><dt>a<dd>b<dt>c<dd>d</dl>\n', 'list [1]\n  item [1]\n  item [1]\n  item [1]\n  item [1]'],
    ['items without a list', '<li>a\n<li>b\n', 'paragraph [1]\nparagraph [2]'],
    [
      'a template and a drawing',
      `<template><h1>a</h1></template>\n<svg>${'<path d="M0"/>'.repeat(40)}</svg>\n`,
      'template [1] ×0\nsvg [2] ×0',
    ],
    ['a comment inside a paragraph', '<p>a <!-- b --> c</p>\n', 'paragraph [1]'],
    ['a head that is not closed', '<head><title>a</title>\n<p>x\n', 'head [1] ×0.3\nparagraph [2]'],
    ['code that is not closed', '<pre>a\n<p>b\n', 'code [1-2]'],
    ['nothing but tags', '<div></div>\n', 'markup [1]'],
    ['a tag that breaks off', '<p>a</p>\n<div class="', 'paragraph [1]\nparagraph [2]'],
    ['upper case', '<H1 ID=a>A</H1>\n<P>x</P>\n', 'section A [1-2] #a\n  paragraph [2]'],
    ['nothing', '', ''],
  ])('knows %s', (_, text, expected) => {
    expectSound(html, text);
    expect(tree(text)).toBe(expected);
  });

  it('leaves icons, short comments and external scripts with the text around them', () => {
    expect(tree('<p>a <svg><title>no</title></svg> b <script src="x.js"></script> c</p>\n')).toBe('paragraph [1]');
    expect(tree('<h1><svg><title>no</title></svg>A</h1>\n<!-- b -->\n<p>c\n')).toBe(
      'section A [1-3]\n  paragraph [2-3]',
    );
    expect(tree(`<p>a</p>\n<!-- ${'long '.repeat(80)} -->\n<p>b\n`)).toBe(
      'paragraph [1]\ncomment [2] ×0\nparagraph [3]',
    );
  });

  it('assigns the anchors around and inside a heading to it', () => {
    const text = '<div id="a"><h2 id="b"><a name="c"></a>T</h2></div>\n<p id="d">x</p>\n';
    expect(
      nodesOf(rootOf(html, text)).flatMap(({ kind, meta }) => (meta?.anchors ? [[kind, meta.anchors]] : [])),
    ).toEqual([
      ['section', ['a', 'b', 'c']],
      ['paragraph', ['d']],
    ]);
  });

  it('adds its links to a chunk', () => {
    const root = rootOf(html, page);
    const source = sourceOf(page);
    const chunk = { source, root, node: root, shows: root.children, parents: () => [], content: page };
    expect(html.fields?.(chunk)).toMatchObject({ isCode: true, metadata: { links: ['/', 'https://example.org/x'] } });
  });

  const words = [
    '<h1>',
    '</h1>',
    '<h2 id=x>T</h2>',
    '<p>',
    '</p>',
    'text ',
    '\n',
    '<ul>',
    '<li>',
    '</ul>',
    '</li>',
    '<table>',
    '<thead>',
    '<tr>',
    '<th>',
    '<td>',
    '</tr>',
    '</thead>',
    '</table>',
    '<div>',
    '</div>',
    '<nav>',
    '</nav>',
    '<header>',
    '</header>',
    '<footer>',
    '<article>',
    '</article>',
    '<script>',
    '</script>',
    '<pre>',
    '<code>',
    '</pre>',
    '<!-- c -->',
    '<!--',
    '<head>',
    '<title>',
    '</title>',
    '<body>',
    '<br/>',
    '<svg/>',
    '<',
    '&amp;',
    '"',
  ];

  it('makes a valid tree of any text', () => {
    expectSoundOnAny(html, words, 1500);
  });

  it('takes linear time, and deep nesting does not overflow', async () => {
    await expectLinear(html, [
      '<',
      '<a ',
      '<p>',
      '<div>',
      '</div>',
      '<ul><li>',
      '<h1>',
      '<table><tr>',
      '<!--',
      '&',
      '<title>',
      ' ',
    ]);
    await expectLinear(html, [
      '<pre><code>',
      '<svg>',
      '<script>',
      '<a href="',
      '<li id=a>',
      '</',
      '<header>',
      '<b>x',
      '<!-- -->',
      '<td>',
      '"',
    ]);
    await expectLinear(html, ['<tr><th>a</tr>', '<tr><td>a'], '<table>');
    expectSound(html, '<ul><li>'.repeat(50_000));
    expectSound(html, `${'<div>'.repeat(100_000)}x`);
    expectSound(html, `${'<blockquote>'.repeat(20_000)}x${'</blockquote>'.repeat(20_000)}`);
  });
});
