/**
 * Writes docs/api.md from the types of every entry point in package.json: each
 * exported name with its signature and its doc comment. The declarations are those
 * that `npm run build` writes to dist/, read as text: the compiler writes them in one
 * form, each statement with its comment above it.
 *
 *     export { chunk } from './engine.js';     followed to the file that declares it
 *     export declare function chunk(…): …;     shown under the entry point
 *
 * A name that two entry points export is shown under the first. A type that a
 * signature uses and no entry point exports is shown at the end. `--check` writes
 * nothing and fails if the page differs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const page = join(home, 'docs/api.md');
const { name: packageName, exports: entryPoints } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

function write() {
  const entries = Object.entries(entryPoints)
    .filter(([, { types }]) => types !== undefined)
    .map(([path, { types }]) => ({ path: path.replace('.', packageName), file: join(home, types) }));
  const firstBy = new Map();
  const sections = entries.map(({ path, file }) => {
    const all = exportsOf(file).toSorted((a, b) => compare(a.name, b.name));
    const own = all.filter((one) => !firstBy.has(keyOf(one)));
    for (const one of own) firstBy.set(keyOf(one), one);
    return { path, about: aboutOf(file), own, also: all.filter((one) => !own.includes(one)) };
  });
  const others = namedByAll([...firstBy.values()]).toSorted((a, b) => compare(a.name, b.name));
  const anchors = anchorsOf([...sections.flatMap(({ path, own }) => [path, ...own]), 'Other types', ...others]);
  const linkTo = (one) => `[${one.name}](#${anchors.get(keyOf(one))})`;
  return `${[
    '# API',
    '',
    'Made by `npm run docs` from the types of the package: what each entry point exports, with its signature and a program that a test runs. How the parts go together is in [library.md](library.md).',
    '',
    ...sections.map(({ path }) => `- [${path}](#${anchors.get(path)})`),
    '- [Other types](#other-types): what signatures name and no entry point exports',
    '',
    ...sections.flatMap(({ path, about, own, also }) => [
      `## ${path}`,
      '',
      ...proseOf(about),
      `\`import { … } from '${path}'\``,
      '',
      ...(also.length === 0 ? [] : [`Also exported here: ${also.map(linkTo).join(', ')}.`, '']),
      ...own.flatMap((one) => shownAs(one, linkTo)),
    ]),
    '## Other types',
    '',
    ...others.flatMap((one) => shownAs(one, linkTo)),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

/** A heading, the comment, the signature, and links to its types. */
function shownAs(declaration, linkTo) {
  const uses = namedBy(declaration);
  const code = declaration.code.replace(/^export |^declare /, '').replace(/^declare /, '');
  return [
    `### ${titleOf(declaration)}`,
    '',
    ...proseOf(declaration.comment),
    '```ts',
    code.replace(/^ +#private;\n/gm, '').replace(INLINE, '$2'),
    '```',
    '',
    ...exampleOf(declaration),
    ...(uses.length === 0 ? [] : [`Types: ${uses.map(linkTo).join(', ')}.`, '']),
  ];
}

/** A program that a test runs (test/api/examples.test.ts), with what it prints. */
function exampleOf({ kind, name }) {
  const file = join(home, `examples/api/${name}.mjs`);
  const isShown = (kind === 'function' || kind === 'class') && existsSync(file);
  return isShown ? ['```js', readFileSync(file, 'utf8').trimEnd(), '```', ''] : [];
}

const titleOf = ({ kind, name }) => (kind === 'function' ? `${name}()` : `${kind} ${name}`);

/** Anchors of the headings of a page, in their order, as on GitHub: a second one of a name gets -1. */
function anchorsOf(headings) {
  const taken = new Map();
  return new Map(
    headings.map((heading) => {
      const title = typeof heading === 'string' ? heading : titleOf(heading);
      const slug = title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-');
      const times = taken.get(slug) ?? 0;
      taken.set(slug, times + 1);
      return [typeof heading === 'string' ? heading : keyOf(heading), times === 0 ? slug : `${slug}-${times}`];
    }),
  );
}

const compare = (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);
const keyOf = ({ file, name }) => `${file} ${name}`;

/** A doc comment as markdown, without its stars; indented lines are drawings, and stay as they are. */
function proseOf(comment) {
  const lines = comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .map((line) => (line.startsWith('    ') ? line : escaped(line.trimStart())));
  const prose = lines.join('\n').trim();
  return prose === '' ? [] : [prose, ''];
}

/** Outside of code, `<` would begin a tag. */
const escaped = (line) => line.replace(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found));

/** Everything that the declarations refer to, directly or indirectly, without themselves. */
function namedByAll(declarations) {
  const found = new Map(declarations.map((one) => [keyOf(one), one]));
  for (const one of found.values()) for (const named of namedBy(one)) found.set(keyOf(named), named);
  return [...found.values()].slice(declarations.length);
}

/** Our own types in a declaration, and values in `typeof`. */
function namedBy({ file, code, name: own }) {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '');
  const words = new Set(bare.replace(INLINE, '').match(/\b[A-Z]\w*|(?<=\btypeof )\w+/g));
  const inline = [...bare.matchAll(INLINE)].map(([, place, name]) => declarationOf(declarationsAt(file, place), name));
  const named = [...words].filter((word) => word !== own).map((word) => declarationOf(file, word));
  return [...new Set([...named, ...inline])].filter((one) => one !== undefined);
}

/** Every name that a file exports, with its declaration. */
function exportsOf(file) {
  const { exported, all } = moduleOf(file);
  const passedOn = all.flatMap((one) => exportsOf(one.file).filter(({ kind }) => !one.typesOnly || !isValue(kind)));
  return [...exported].map((name) => declarationOf(file, name)).concat(passedOn);
}

/** The declaration of a name, in the file or in the one it is imported from; undefined for other packages. */
function declarationOf(file, name) {
  const { declared, from, all } = moduleOf(file);
  const origin = from.get(name);
  if (declared.has(name)) return declared.get(name);
  if (origin) return declarationOf(origin.file, origin.name);
  return all.map((one) => declarationOf(one.file, name)).find((one) => one !== undefined);
}

/** The head comment of a file, unless it belongs to a declaration. */
const aboutOf = (file) =>
  /^\/\*\*[\s\S]*?\*\/(?=\n(?:import|export (?:type )?[{*]))/.exec(readFileSync(file, 'utf8'))?.[0] ?? '';

const modules = new Map();
function moduleOf(file) {
  if (!modules.has(file)) modules.set(file, readModule(file));
  return modules.get(file);
}

const DECLARES = /^(?:export )?(?:declare )?(?:abstract )?(function|class|const|interface|type|enum) (\w+)/;
const LISTS = /^(import|export)(?: type)? \{([^}]*)\}(?: from '(\.[^']+)')?;/;
const PASSES_ALL = /^export( type)? \* from '(\.[^']+)';/;
/** `import("./fuse.js").Weights`: how the compiler writes a type that the file does not import. */
const INLINE = /import\("(\.[^"]+)"\)\.(\w+)/g;

/** declared: by name. from: files of imported names. exported: names. all: files whose names, or types, are re-exported. */
function readModule(file) {
  const module = { declared: new Map(), from: new Map(), exported: new Set(), all: [] };
  if (!existsSync(file)) throw new Error(`${relative(home, file)} is not there. Run: npm run build`);
  for (const { comment, code } of statementsIn(readFileSync(file, 'utf8'))) {
    const [, verb, list, place] = LISTS.exec(code) ?? [];
    const [, typesOnly, every] = PASSES_ALL.exec(code) ?? [];
    const [, kind, name] = DECLARES.exec(code) ?? [];
    if (every) module.all.push({ file: declarationsAt(file, every), typesOnly: typesOnly !== undefined });
    for (const [here, there] of namesIn(list ?? '')) {
      if (verb === 'export') module.exported.add(here);
      if (place) module.from.set(here, { file: declarationsAt(file, place), name: there });
    }
    if (!name) continue;
    const before = module.declared.get(name); // an overload
    const whole = before ? `${before.code}\n${code}` : code;
    module.declared.set(name, {
      name,
      file,
      kind: kindOf(kind, code),
      comment: before?.comment || comment,
      code: whole,
    });
    if (code.startsWith('export')) module.exported.add(name);
  }
  return module;
}

const isValue = (kind) => kind === 'function' || kind === 'const';

/** A constant whose value is a function is shown as a function. */
function kindOf(kind, code) {
  if (/^(?:export )?(?:declare )?const \w+: (?:<[^>]*>)?\(/.test(code)) return 'function';
  return kind === 'interface' ? 'type' : kind;
}

/** `type A, b as c` → [A, A], [c, b] */
const namesIn = (list) =>
  list
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter((one) => one !== '')
    .map((one) => one.split(' as '))
    .map(([there, here = there]) => [here, there]);

const declarationsAt = (file, place) => join(dirname(file), place.replace(/\.js$/, '.d.ts'));

/** Each with the comment right above it. */
function* statementsIn(text) {
  let comment = '';
  for (let at = 0; at < text.length; ) {
    const start = at;
    if (text.startsWith('/*', at)) {
      at = text.indexOf('*/', at) + 2;
      comment = text.slice(start, at);
    } else if (/\s/.test(text[at])) at++;
    else {
      at = endOf(text, at);
      yield { comment, code: text.slice(start, at) };
      comment = '';
    }
  }
}

const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[{}()[\];]/g;

/** After the `;` that ends a statement, or the brace that closes an interface or a class. */
function endOf(text, start) {
  const closes = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|class|enum) /.test(
    text.slice(start, start + 50),
  );
  let depth = 0;
  for (const { 0: sign, index } of text.slice(start).matchAll(TOKEN)) {
    if ('{(['.includes(sign)) depth++;
    else if ('})]'.includes(sign)) depth--;
    if (depth === 0 && (sign === ';' || (sign === '}' && closes))) return start + index + 1;
  }
  return text.length;
}

const text = write();
if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (!existsSync(page) || readFileSync(page, 'utf8') !== text) {
  process.stderr.write('docs/api.md is not what the types say. Run: npm run docs\n');
  process.exitCode = 1;
}
