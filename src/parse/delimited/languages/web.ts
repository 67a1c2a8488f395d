/** What browsers read, and what is made into it. */

import type { Language } from '../language.js';
import {
  braceLike,
  braces,
  double,
  indentation,
  lineComments,
  markupLike,
  pythonLike,
  round,
  scriptLike,
  single,
  slashes,
  templateLike,
  tripleDouble,
  tripleSingle,
} from './families.js';

/** The selector is the name. */
const selector = { pattern: /^[^{;]+/, kind: 'block' } as const;

const styles = {
  ...braceLike,
  blocks: braces(),
  comments: slashes,
  ends: ';{}',
  letters: '-',
  imports: ['@import', '@use', '@forward', '@charset'],
  definers: {},
  names: [
    { pattern: /^@mixin\s+([\w-]+)/, kind: 'function' },
    { pattern: /^@function\s+([\w-]+)/, kind: 'function' },
    selector,
  ],
} as const satisfies Omit<Language, 'name' | 'extensions'>;

const indentedStyles = {
  ...styles,
  blocks: indentation([], '@else'),
  names: [{ pattern: /^(?:=|@mixin\s+)([\w-]+)/, kind: 'function' }, selector],
} as const satisfies Omit<Language, 'name' | 'extensions'>;

const typed = {
  ...scriptLike,
  definers: {
    function: 'function',
    class: 'class',
    interface: 'class',
    enum: 'class',
    namespace: 'module',
    module: 'module',
    type: 'class',
  },
} as const satisfies Omit<Language, 'name' | 'extensions'>;

/** In the text between tags an apostrophe follows a letter. */
const textStrings = [double, { ...single, apart: true }, ...scriptLike.strings.slice(2)];

const component = {
  ...templateLike(['{/', '{:']),
  letters: '$',
  imports: ['import'],
  control: scriptLike.control ?? [],
  definers: { function: 'function', class: 'class' },
  names: [...(markupLike.names ?? []), ...(scriptLike.names ?? [])],
} as const satisfies Omit<Language, 'name' | 'extensions'>;

const percentBlocks = ['{% end', '{%- end', '{% else', '{%- else', '{% elif', '{%- elif', '{% elsif', '{%- elsif'];
const rubyBlocks = ['<% end', '<%- end', '<% else', '<% }', '<%_ }', '<%- }', '<% elsif', '<%- else'];

export const web: Readonly<Record<string, Language>> = {
  javascript: {
    ...scriptLike,
    name: 'JavaScript',
    extensions: ['.js', '.gs', '.mjs', '.cjs', '.es6', '.es', '.jsm', '.gjs', '.wxs', '.sjs', '.ssjs', '.xsjs'],
    filenames: ['Jakefile'],
    interpreters: ['node', 'nodejs', 'bun', 'qjs', 'zx'],
  },
  jsx: { ...scriptLike, name: 'JSX', extensions: ['.jsx'], strings: textStrings },
  typescript: {
    ...typed,
    name: 'TypeScript',
    extensions: ['.ts', '.mts', '.cts', '.gts', '.ets'],
    interpreters: ['deno', 'ts-node', 'tsx'],
  },
  tsx: { ...typed, name: 'TSX', extensions: ['.tsx'], strings: textStrings },
  flow: { ...typed, name: 'Flow', extensions: ['.flow'] },
  coffeescript: {
    ...pythonLike,
    name: 'CoffeeScript',
    extensions: ['.coffee', '.cson', '.iced', '.litcoffee'],
    filenames: ['Cakefile'],
    interpreters: ['coffee'],
    blocks: indentation(round, 'else', 'catch', 'finally', 'when'),
    strings: [{ ...tripleDouble, interpolation: '#{' }, tripleSingle, { open: '"', interpolation: '#{' }, single],
    comments: { line: ['#'], block: [{ open: '###', close: '###' }] },
    attributes: [],
    definers: { class: 'class' },
    names: ['definers', { pattern: /^(@?[\w$.]+)\s*[:=]\s*(?:\([^)]*\)\s*)?[-=]>/, kind: 'function' }],
  },
  livescript: {
    ...pythonLike,
    name: 'LiveScript',
    extensions: ['.ls'],
    interpreters: ['lsc'],
    comments: { line: ['#'], block: slashes.block },
    attributes: [],
    definers: { class: 'class', function: 'function' },
  },
  civet: {
    ...pythonLike,
    name: 'Civet',
    extensions: ['.civet'],
    comments: { line: ['#', '//'], block: slashes.block },
    definers: { class: 'class', function: 'function' },
  },
  html: {
    ...markupLike,
    name: 'HTML',
    extensions: ['.html', '.htm', '.xhtml', '.xht', '.shtml', '.hta'],
  },
  xml: {
    ...markupLike,
    name: 'XML',
    extensions: [
      ...[
        '.xml',
        '.xsd',
        '.rng',
        '.svg',
        '.rss',
        '.atom',
        '.wsdl',
        '.xaml',
        '.axaml',
        '.plist',
        '.kml',
        '.gpx',
        '.tei',
      ],
      ...['.csproj', '.fsproj', '.vbproj', '.vcxproj', '.props', '.targets', '.nuspec', '.resx', '.storyboard', '.xib'],
      ...[
        '.jelly',
        '.jnlp',
        '.xliff',
        '.xlf',
        '.tmx',
        '.dita',
        '.ditamap',
        '.fxml',
        '.mxml',
        '.xul',
        '.rdf',
        '.owl',
        '.sch',
      ],
    ],
    filenames: ['web.config', 'App.config', 'Web.config', 'packages.config'],
  },
  xslt: {
    ...markupLike,
    name: 'XSLT',
    extensions: ['.xslt', '.xsl'],
    names: [
      { pattern: /^<xsl:template[^>]*?\b(?:name|match)="([^"]+)"/, kind: 'function' },
      ...(markupLike.names ?? []),
    ],
  },
  dtd: {
    ...markupLike,
    name: 'DTD',
    extensions: ['.dtd', '.ent'],
    names: [{ pattern: /^<!(?:ELEMENT|ATTLIST|ENTITY)\s+%?\s*([\w.:-]+)/, kind: 'block' }],
  },
  css: { ...styles, name: 'CSS', extensions: ['.css', '.pcss', '.postcss', '.wxss', '.qss'] },
  scss: { ...styles, name: 'SCSS', extensions: ['.scss'] },
  less: { ...styles, name: 'Less', extensions: ['.less'] },
  sass: { ...indentedStyles, name: 'Sass', extensions: ['.sass'] },
  stylus: { ...indentedStyles, name: 'Stylus', extensions: ['.styl', '.stylus'] },
  vue: { ...component, name: 'Vue', extensions: ['.vue', '.wxml'] },
  svelte: { ...component, name: 'Svelte', extensions: ['.svelte'] },
  astro: { ...component, name: 'Astro', extensions: ['.astro'] },
  marko: { ...component, name: 'Marko', extensions: ['.marko'] },
  riot: { ...component, name: 'Riot', extensions: ['.riot', '.tag'] },
  handlebars: {
    ...templateLike(['{{/', '{{else', '{{~/', '{{^'], { open: '{{!--', close: '--}}' }),
    name: 'Handlebars',
    extensions: ['.hbs', '.handlebars', '.mustache', '.hjs'],
  },
  jinja: {
    ...templateLike(percentBlocks, { open: '{#', close: '#}' }),
    name: 'Jinja',
    extensions: ['.jinja', '.jinja2', '.j2', '.njk', '.nunjucks', '.djhtml'],
    names: [{ pattern: /^\{%-?\s*(?:block|macro)\s+(\w+)/, kind: 'function' }, ...(markupLike.names ?? [])],
  },
  twig: {
    ...templateLike(percentBlocks, { open: '{#', close: '#}' }),
    name: 'Twig',
    extensions: ['.twig'],
    names: [{ pattern: /^\{%-?\s*(?:block|macro)\s+(\w+)/, kind: 'function' }, ...(markupLike.names ?? [])],
  },
  liquid: {
    ...templateLike(percentBlocks, { open: '{% comment %}', close: '{% endcomment %}' }),
    name: 'Liquid',
    extensions: ['.liquid'],
  },
  blade: {
    ...templateLike(['@end', '@else'], { open: '{{--', close: '--}}' }),
    name: 'Blade',
    extensions: ['.blade.php', '.blade'],
  },
  ejs: {
    ...templateLike(rubyBlocks, { open: '<%#', close: '%>' }),
    name: 'EJS',
    extensions: ['.ejs', '.ect', '.jst', '.eta'],
  },
  erb: {
    ...templateLike(rubyBlocks, { open: '<%#', close: '%>' }),
    name: 'ERB',
    extensions: ['.erb', '.rhtml', '.ecr'],
  },
  eex: {
    ...templateLike(rubyBlocks, { open: '<%#', close: '%>' }),
    name: 'EEx',
    extensions: ['.eex', '.heex', '.leex'],
  },
  jsp: {
    ...templateLike(['<% }', '<%}'], { open: '<%--', close: '--%>' }),
    name: 'JSP',
    extensions: ['.jsp', '.jspx', '.jspf', '.gsp'],
  },
  asp: {
    ...templateLike(['<% end', '<% else'], { open: '<%--', close: '--%>' }),
    name: 'ASP',
    extensions: ['.asp', '.aspx', '.ascx', '.asax', '.master'],
  },
  razor: {
    ...templateLike(['@}', 'else'], { open: '@*', close: '*@' }),
    name: 'Razor',
    extensions: ['.cshtml', '.razor', '.vbhtml'],
    imports: ['@using', '@inject', '@model', '@page'],
  },
  velocity: {
    ...templateLike(['#end', '#else'], { open: '#*', close: '*#' }),
    name: 'Velocity',
    extensions: ['.vm', '.vtl'],
  },
  freemarker: {
    ...templateLike(['</#', '<#else'], { open: '<#--', close: '-->' }),
    name: 'FreeMarker',
    extensions: ['.ftl', '.ftlh'],
  },
  smarty: {
    ...templateLike(['{/', '{else'], { open: '{*', close: '*}' }),
    name: 'Smarty',
    extensions: ['.tpl', '.smarty'],
  },
  latte: { ...templateLike(['{/', '{else'], { open: '{*', close: '*}' }), name: 'Latte', extensions: ['.latte'] },
  mako: {
    ...templateLike(['% end', '% else', '% elif'], { open: '<%doc>', close: '</%doc>' }),
    name: 'Mako',
    extensions: ['.mako', '.mao'],
  },
  soy: {
    ...templateLike(['{/', '{else'], { open: '/*', close: '*/' }),
    name: 'Closure Templates',
    extensions: ['.soy'],
    names: [{ pattern: /^\{template\s+([\w.]+)/, kind: 'function' }, ...(markupLike.names ?? [])],
  },
  gotemplate: {
    ...templateLike(['{{end', '{{ end', '{{- end', '{{else', '{{ else', '{{- else'], { open: '{{/*', close: '*/}}' }),
    name: 'Go Template',
    extensions: ['.gotmpl', '.gohtml', '.tmpl', '.gotpl'],
  },
  tera: { ...templateLike(percentBlocks, { open: '{#', close: '#}' }), name: 'Tera', extensions: ['.tera'] },
  pug: {
    ...markupLike,
    name: 'Pug',
    extensions: ['.pug', '.jade'],
    blocks: indentation([], 'else'),
    comments: lineComments({ text: '//', at: 'first' }),
    names: [
      { pattern: /^(?:mixin|block)\s+([\w-]+)/, kind: 'function' },
      { pattern: /^[\w.#-]+/, kind: 'block' },
    ],
  },
  haml: {
    ...markupLike,
    name: 'Haml',
    extensions: ['.haml'],
    blocks: indentation([], '- else', '- elsif'),
    comments: lineComments({ text: '-#', at: 'first' }),
    names: [{ pattern: /^[%.#][\w.#-]+/, kind: 'block' }],
  },
  slim: {
    ...markupLike,
    name: 'Slim',
    extensions: ['.slim'],
    blocks: indentation([], '- else', '- elsif'),
    comments: lineComments({ text: '/', at: 'first' }),
    names: [{ pattern: /^[\w.#][\w.#-]*/, kind: 'block' }],
  },
};
