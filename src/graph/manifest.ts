/**
 * The manifest of a project: its name, by which others in the same tree import it, and
 * its stack with versions. Read when the manifest is indexed, and stored with that
 * file, so that an edit to `package.json` is handled like any other.
 */
import { databaseOfPackage, mainFirst, type Stack } from '../store/stack.js';
import { parseToml } from '../text/data.js';

export interface Manifest {
  readonly kind: 'node' | 'go' | 'rust' | 'python' | 'ruby' | 'jvm' | 'php' | 'services';
  readonly name?: string;
  /** Its entry point, relative to its folder. */
  readonly main?: string;
  /** Dependencies with a version: `rails 7.1.2`. */
  readonly stack: Stack;
  /** Packages that can be used without an import: gems. */
  readonly uses?: readonly string[];
  /** Databases it runs with, by their names there; the version may be empty. */
  readonly servers?: Stack;
}

type ManifestReader = (text: string) => Manifest;

/** Readers by file name. */
const readers: Readonly<Record<string, ManifestReader>> = {
  'package.json': node,
  'go.mod': go,
  'Cargo.toml': rust,
  'pyproject.toml': pyproject,
  'requirements.txt': (text) => ({ kind: 'python', stack: text.split('\n').flatMap(requirement) }),
  Gemfile: (text) => ({ kind: 'ruby', stack: [], uses: matches(text, /^\s*gem\s*\(?\s*["']([\w.-]+)/gm) }),
  'Gemfile.lock': (text) => ({ kind: 'ruby', stack: gems(text) }),
  'pom.xml': (text) => ({ kind: 'jvm', stack: poms(text) }),
  'build.gradle': (text) => ({ kind: 'jvm', stack: gradles(text) }),
  'build.gradle.kts': (text) => ({ kind: 'jvm', stack: gradles(text) }),
  'composer.json': php,
  'docker-compose.yml': images,
  'docker-compose.yaml': images,
  'compose.yml': images,
  'compose.yaml': images,
  'database.yml': adapters,
};

/** Most entries of a stack. */
const MAX_STACK_ENTRIES = 40;

export function manifestOf(path: string, text: string): Manifest | undefined {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const reader = Object.hasOwn(readers, file) ? readers[file] : file.endsWith('.gemspec') ? gemspec : undefined;
  if (!reader) return undefined;
  try {
    const manifest = reader(text);
    return { ...manifest, stack: mainFirst(manifest.stack).slice(0, MAX_STACK_ENTRIES) };
  } catch {
    return undefined; // invalid, or a template
  }
}

function node(text: string): Manifest {
  const { name, main, engines, dependencies } = record(JSON.parse(text));
  return {
    kind: 'node',
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof main === 'string' ? { main } : {}),
    stack: [...versions({ node: record(engines).node }), ...versions(record(dependencies))],
  };
}

function php(text: string): Manifest {
  const { name, require } = record(JSON.parse(text));
  return { kind: 'php', ...(typeof name === 'string' ? { name } : {}), stack: versions(record(require)) };
}

function go(text: string): Manifest {
  const name = /^module\s+(\S+)/m.exec(text)?.[1];
  const go = /^go\s+(\S+)/m.exec(text)?.[1];
  const required = text.matchAll(/^(?:require\s+|\s+)([\w./~-]+\.[\w./~-]+)\s+v(\S+)(?!.*\/\/ indirect)/gm);
  return {
    kind: 'go',
    ...(name === undefined ? {} : { name }),
    stack: [...versions({ go }), ...[...required].map(([, path, version]) => [path, version] as const)],
  };
}

function rust(text: string): Manifest {
  const toml = record(parseToml(text));
  const { name, edition } = record(toml.package);
  return {
    kind: 'rust',
    ...(typeof name === 'string' ? { name } : {}),
    stack: [...versions({ 'rust edition': edition }), ...versions(record(toml.dependencies))],
  };
}

function pyproject(text: string): Manifest {
  const toml = record(parseToml(text));
  const project = record(toml.project);
  const poetry = record(record(toml.tool).poetry);
  const name = project.name ?? poetry.name;
  const listed = Array.isArray(project.dependencies) ? project.dependencies.map(String).flatMap(requirement) : [];
  return {
    kind: 'python',
    ...(typeof name === 'string' ? { name } : {}),
    stack: [...versions({ python: project['requires-python'] }), ...listed, ...versions(record(poetry.dependencies))],
  };
}

/** `Django>=4.2,<5` → Django 4.2 */
function requirement(line: string): Stack {
  const found = /^\s*([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*(?:[=~><!]=?=?)\s*v?([\d][\w.]*)/.exec(line);
  return found ? [[found[1], found[2]]] : [];
}

/** Direct dependencies (`DEPENDENCIES`) in their locked versions (`specs`). */
function gems(text: string): Stack {
  const settled = new Map([...text.matchAll(/^ {4}(\S+) \(([^)]+)\)$/gm)].map(([, name, version]) => [name, version]));
  const asked = /^DEPENDENCIES\n((?: {2}.*\n?)*)/m.exec(text)?.[1] ?? '';
  const ruby = /^RUBY VERSION\n\s+ruby ([\d.]+)/m.exec(text)?.[1];
  const names = [...asked.matchAll(/^ {2}([\w.-]+)/gm)].map(([, name]) => name);
  return versions(Object.fromEntries([['ruby', ruby], ...names.map((name) => [name, settled.get(name)] as const)]));
}

/** `spec.name = 'shop-core'`, and what it depends on. */
function gemspec(text: string): Manifest {
  const [name] = matches(text, /^\s*\w+\.name\s*=\s*["']([\w.-]+)/gm);
  const uses = matches(text, /^\s*\w+\.add(?:_runtime)?_dependency\s*\(?\s*["']([\w.-]+)/gm);
  return { kind: 'ruby', ...(name === undefined ? {} : { name }), stack: [], uses };
}

/** The first group of each match. */
const matches = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, one]) => one);

function poms(text: string): Stack {
  const tag = (block: string, name: string): string | undefined =>
    new RegExp(`<${name}>\\s*([^<]+?)\\s*</${name}>`).exec(block)?.[1];
  const blocks = [...text.matchAll(/<(?:parent|dependency)>[\s\S]*?<\/(?:parent|dependency)>/g)].map(
    ([block]) => block,
  );
  const java = tag(text, 'java.version') ?? tag(text, 'maven.compiler.release') ?? tag(text, 'maven.compiler.source');
  const named = blocks.map((block) => [tag(block, 'artifactId') ?? '', tag(block, 'version')] as const);
  return versions(Object.fromEntries([['java', java], ...named]));
}

const gradles = (text: string): Stack =>
  [...text.matchAll(/["'][\w.-]+:([\w.-]+):(\d[\w.-]*)["']/g)].map(([, name, version]) => [name, version] as const);

/** `image: postgres:16-alpine`; other images are ignored. */
function images(text: string): Manifest {
  const named = [...text.matchAll(/^\s*image:\s*["']?(?:[\w.-]+\/)*([\w.-]+)(?::v?(\d[\d.]*))?/gm)];
  return { kind: 'services', stack: [], servers: databases(named.map(([, name, version = '']) => [name, version])) };
}

/** `adapter: postgresql`, as Rails has it for each environment. */
function adapters(text: string): Manifest {
  const named = [...text.matchAll(/^\s*adapter:\s*["']?(\w+)/gm)];
  return { kind: 'services', stack: [], servers: databases(named.map(([, name]) => [name, ''])) };
}

const databases = (all: Stack): Stack => [
  ...new Map(all.filter(([name]) => databaseOfPackage(name) !== undefined).map((one) => [one[0], one])).values(),
];

/** Those with a version, without range operators. */
function versions(all: Readonly<Record<string, unknown>>): Stack {
  return Object.entries(all).flatMap(([name, entry]) => {
    const version = typeof entry === 'string' ? entry : record(entry).version;
    const number = typeof version === 'string' ? /\d+(?:\.\w+)*/.exec(version)?.[0] : undefined;
    return name !== '' && number !== undefined ? [[name, number] as const] : [];
  });
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}; // its values stay unknown
