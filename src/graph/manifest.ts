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
  'package.json': readPackageJson,
  'go.mod': readGoMod,
  'Cargo.toml': readCargoToml,
  'pyproject.toml': readPyproject,
  'requirements.txt': (text) => ({ kind: 'python', stack: text.split('\n').flatMap(parseRequirement) }),
  Gemfile: (text) => ({ kind: 'ruby', stack: [], uses: matches(text, /^\s*gem\s*\(?\s*["']([\w.-]+)/gm) }),
  'Gemfile.lock': (text) => ({ kind: 'ruby', stack: readGemfileLock(text) }),
  'pom.xml': (text) => ({ kind: 'jvm', stack: readPom(text) }),
  'build.gradle': (text) => ({ kind: 'jvm', stack: readGradle(text) }),
  'build.gradle.kts': (text) => ({ kind: 'jvm', stack: readGradle(text) }),
  'composer.json': readComposerJson,
  'docker-compose.yml': readCompose,
  'docker-compose.yaml': readCompose,
  'compose.yml': readCompose,
  'compose.yaml': readCompose,
  'database.yml': readDatabaseYml,
};

/** Most entries of a stack. */
const MAX_STACK_ENTRIES = 40;

export function manifestOf(path: string, text: string): Manifest | undefined {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const reader = Object.hasOwn(readers, file) ? readers[file] : file.endsWith('.gemspec') ? readGemspec : undefined;
  if (!reader) return undefined;
  try {
    const manifest = reader(text);
    return { ...manifest, stack: mainFirst(manifest.stack).slice(0, MAX_STACK_ENTRIES) };
  } catch {
    return undefined; // invalid, or a template
  }
}

function readPackageJson(text: string): Manifest {
  const { name, main, engines, dependencies } = asRecord(JSON.parse(text));
  return {
    kind: 'node',
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof main === 'string' ? { main } : {}),
    stack: [...versions({ node: asRecord(engines).node }), ...versions(asRecord(dependencies))],
  };
}

function readComposerJson(text: string): Manifest {
  const { name, require } = asRecord(JSON.parse(text));
  return { kind: 'php', ...(typeof name === 'string' ? { name } : {}), stack: versions(asRecord(require)) };
}

function readGoMod(text: string): Manifest {
  const name = /^module\s+(\S+)/m.exec(text)?.[1];
  const goVersion = /^go\s+(\S+)/m.exec(text)?.[1];
  const required = text.matchAll(/^(?:require\s+|\s+)([\w./~-]+\.[\w./~-]+)\s+v(\S+)(?!.*\/\/ indirect)/gm);
  return {
    kind: 'go',
    ...(name === undefined ? {} : { name }),
    stack: [...versions({ go: goVersion }), ...[...required].map(([, path, version]) => [path, version] as const)],
  };
}

function readCargoToml(text: string): Manifest {
  const toml = asRecord(parseToml(text));
  const { name, edition } = asRecord(toml.package);
  return {
    kind: 'rust',
    ...(typeof name === 'string' ? { name } : {}),
    stack: [...versions({ 'rust edition': edition }), ...versions(asRecord(toml.dependencies))],
  };
}

function readPyproject(text: string): Manifest {
  const toml = asRecord(parseToml(text));
  const project = asRecord(toml.project);
  const poetry = asRecord(asRecord(toml.tool).poetry);
  const name = project.name ?? poetry.name;
  const dependencies = Array.isArray(project.dependencies)
    ? project.dependencies.map(String).flatMap(parseRequirement)
    : [];
  return {
    kind: 'python',
    ...(typeof name === 'string' ? { name } : {}),
    stack: [
      ...versions({ python: project['requires-python'] }),
      ...dependencies,
      ...versions(asRecord(poetry.dependencies)),
    ],
  };
}

/** `Django>=4.2,<5` → Django 4.2 */
function parseRequirement(line: string): Stack {
  const match = /^\s*([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*(?:[=~><!]=?=?)\s*v?([\d][\w.]*)/.exec(line);
  return match ? [[match[1], match[2]]] : [];
}

/** Direct dependencies (`DEPENDENCIES`) in their locked versions (`specs`). */
function readGemfileLock(text: string): Stack {
  const lockedVersions = new Map(
    [...text.matchAll(/^ {4}(\S+) \(([^)]+)\)$/gm)].map(([, name, version]) => [name, version]),
  );
  const directDependencies = /^DEPENDENCIES\n((?: {2}.*\n?)*)/m.exec(text)?.[1] ?? '';
  const ruby = /^RUBY VERSION\n\s+ruby ([\d.]+)/m.exec(text)?.[1];
  const names = [...directDependencies.matchAll(/^ {2}([\w.-]+)/gm)].map(([, name]) => name);
  return versions(
    Object.fromEntries([['ruby', ruby], ...names.map((name) => [name, lockedVersions.get(name)] as const)]),
  );
}

/** `spec.name = 'shop-core'`, and what it depends on. */
function readGemspec(text: string): Manifest {
  const [name] = matches(text, /^\s*\w+\.name\s*=\s*["']([\w.-]+)/gm);
  const uses = matches(text, /^\s*\w+\.add(?:_runtime)?_dependency\s*\(?\s*["']([\w.-]+)/gm);
  return { kind: 'ruby', ...(name === undefined ? {} : { name }), stack: [], uses };
}

/** The first group of each match. */
const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, group]) => group);

function readPom(text: string): Stack {
  const tag = (block: string, name: string): string | undefined =>
    new RegExp(`<${name}>\\s*([^<]+?)\\s*</${name}>`).exec(block)?.[1];
  const blocks = [...text.matchAll(/<(?:parent|dependency)>[\s\S]*?<\/(?:parent|dependency)>/g)].map(
    ([block]) => block,
  );
  const java = tag(text, 'java.version') ?? tag(text, 'maven.compiler.release') ?? tag(text, 'maven.compiler.source');
  const entries = blocks.map((block) => [tag(block, 'artifactId') ?? '', tag(block, 'version')] as const);
  return versions(Object.fromEntries([['java', java], ...entries]));
}

const readGradle = (text: string): Stack =>
  [...text.matchAll(/["'][\w.-]+:([\w.-]+):(\d[\w.-]*)["']/g)].map(([, name, version]) => [name, version] as const);

/** `image: postgres:16-alpine`; other images are ignored. */
function readCompose(text: string): Manifest {
  const entries = [...text.matchAll(/^\s*image:\s*["']?(?:[\w.-]+\/)*([\w.-]+)(?::v?(\d[\d.]*))?/gm)];
  return {
    kind: 'services',
    stack: [],
    servers: onlyDatabases(entries.map(([, name, version = '']) => [name, version])),
  };
}

/** `adapter: postgresql`, as Rails has it for each environment. */
function readDatabaseYml(text: string): Manifest {
  const entries = [...text.matchAll(/^\s*adapter:\s*["']?(\w+)/gm)];
  return { kind: 'services', stack: [], servers: onlyDatabases(entries.map(([, name]) => [name, ''])) };
}

const onlyDatabases = (entries: Stack): Stack => [
  ...new Map(
    entries.filter(([name]) => databaseOfPackage(name) !== undefined).map((entry) => [entry[0], entry]),
  ).values(),
];

/** Those with a version, without range operators. */
function versions(entries: Readonly<Record<string, unknown>>): Stack {
  return Object.entries(entries).flatMap(([name, entry]) => {
    const version = typeof entry === 'string' ? entry : asRecord(entry).version;
    const number = typeof version === 'string' ? /\d+(?:\.\w+)*/.exec(version)?.[0] : undefined;
    return name !== '' && number !== undefined ? [[name, number] as const] : [];
  });
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}; // its values stay unknown
