/** Runs the programs of the documents as a reader would: in a project that has installed what they import. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { folder } from '../folder.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The code in fences below a heading, by their language. */
export function blocksBelow(page: string, heading: string, language: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const [, section] = text.split(new RegExp(`^## ${heading}$`, 'm'));
  if (section === undefined) throw new Error(`${page} has no heading ${heading}`);
  const [sectionText] = section.split(/^## /m);
  return [...sectionText.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, id, code]) =>
    id === language ? [code] : [],
  );
}

/** Where packages are: those of the project, and those that only a recipe needs. */
const installed = ['node_modules', 'test/recipes/node_modules'].map((path) => join(root, path));

export const packageFolder = (name: string): string | undefined =>
  installed.map((projectFolder) => join(projectFolder, name)).find((path) => existsSync(path));

/** A project with these files that has froe and these packages. */
export function project(files: Readonly<Record<string, string>>, packages: readonly string[] = []): string {
  const projectFolder = folder({ 'package.json': '{"type":"module"}', ...files });
  const link = (from: string, to: string): void => {
    mkdirSync(dirname(join(projectFolder, 'node_modules', to)), { recursive: true });
    symlinkSync(from, join(projectFolder, 'node_modules', to));
  };
  link(root, 'froe');
  link(join(root, 'dist/cli/main.js'), '.bin/froe');
  for (const name of packages) {
    const home = packageFolder(name);
    if (home === undefined) throw new Error(`${name} is not installed`);
    link(home, name);
  }
  return projectFolder;
}

/** What a program prints. `before`: a module that is loaded first. */
export function run(
  projectFolder: string,
  program: string,
  environment: NodeJS.ProcessEnv = {},
  preload?: string,
): string {
  writeFileSync(join(projectFolder, 'program.mjs'), program);
  const words = preload === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  return execFileSync(process.execPath, [...words, 'program.mjs'], {
    cwd: projectFolder,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The same, while this process goes on: it may be the server. */
export async function runAlong(
  projectFolder: string,
  program: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  writeFileSync(join(projectFolder, 'program.mjs'), program);
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs'], { cwd: projectFolder, env });
  return stdout;
}
