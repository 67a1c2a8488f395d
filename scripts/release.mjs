/**
 * Makes a release of what is on main:
 *
 *     npm run release -- 0.2.0             sets the version, dates the changelog, commits and tags
 *     npm run release -- 0.2.0 --dry-run   prints what it would do, and changes nothing
 *     node scripts/release.mjs --notes 0.2.0   prints that part of the changelog
 *
 * It does not publish: once the tag is pushed, .github/workflows/release.yml does,
 * since only there npm can attest from which commit a package was built. Before it
 * commits, `npm publish --dry-run` has to succeed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const home = fileURLToPath(new URL('..', import.meta.url));
const UNRELEASED = '## Unreleased\n';
const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md'];

const read = (file) => readFileSync(join(home, file), 'utf8');
const write = (file, text) => writeFileSync(join(home, file), text);
const run = (program, ...words) =>
  execFileSync(program, words, { cwd: home, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const say = (line) => process.stdout.write(`${line}\n`);

class Refusal extends Error {}

function release(version, dryRun) {
  const current = JSON.parse(read('package.json')).version;
  const today = new Date().toISOString().slice(0, 10);
  check(version, current);
  const changelog = dated(read('CHANGELOG.md'), version, today);
  say(`${current} → ${version}, ${today}`);
  const before = FILES.map((file) => [file, read(file)]);
  try {
    write('CHANGELOG.md', changelog);
    for (const file of ['package.json', 'package-lock.json']) write(file, withVersion(read(file), current, version));
    const [{ files, size }] = packed();
    say(`npm publish would take: ${files.length} files, ${(size / 1e6).toFixed(1)} MB`);
  } catch (error) {
    restore(before);
    throw error;
  }
  if (dryRun) {
    restore(before);
    say(`Nothing has changed. It would commit ${FILES.join(', ')} and tag v${version}.`);
    return;
  }
  run('git', 'commit', '-q', '-m', `Release ${version}`, '--', ...FILES);
  run('git', 'tag', '-a', `v${version}`, '-m', `froe ${version}`);
  say(`Committed and tagged. To publish it: git push origin main v${version}`);
}

/** Without its scripts: the build does not change, and CI builds it again. */
function packed() {
  const said = JSON.parse(
    run('npm', ...['publish', '--provenance', '--access', 'public'], ...['--dry-run', '--json', '--ignore-scripts']),
  );
  return 'files' in said ? [said] : Object.values(said);
}

const restore = (files) => {
  for (const [file, text] of files) write(file, text);
};

function check(version, current) {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version ?? '')) throw new Refusal(`Not a version: ${version}`);
  if (!isNewer(version, current)) throw new Refusal(`${version} does not come after ${current}`);
  const branch = run('git', 'branch', '--show-current');
  if (branch !== 'main') throw new Refusal(`Releases are made on main, not on ${branch || 'no branch'}`);
  if (run('git', 'status', '--porcelain') !== '') throw new Refusal('There are changes that are not committed');
  if (run('git', 'tag', '--list', `v${version}`) !== '') throw new Refusal(`There is a tag v${version} already`);
}

/** `0.2.0-beta.1` comes before `0.2.0`. */
function isNewer(version, current) {
  const [a, b] = [version, current].map((one) => one.split('-'));
  const order = a[0].localeCompare(b[0], 'en', { numeric: true });
  if (order !== 0 || (a[1] === undefined && b[1] === undefined)) return order > 0;
  if (a[1] === undefined || b[1] === undefined) return a[1] === undefined;
  return a[1].localeCompare(b[1], 'en', { numeric: true }) > 0;
}

/** Moves the unreleased entries under the version, and starts a new part. */
function dated(changelog, version, today) {
  if (partOf(changelog, 'Unreleased') === '') throw new Refusal('CHANGELOG.md has nothing under "## Unreleased"');
  return changelog.replace(UNRELEASED, () => `${UNRELEASED}\n## ${version} (${today})\n`);
}

/** The text under a heading, up to the next of its level; empty if there is none. */
function partOf(changelog, name) {
  const parts = changelog.split(/^## /m);
  const part = parts.find((one) => one.split(/\s/, 1)[0] === name);
  return part === undefined ? '' : part.slice(part.indexOf('\n')).trim();
}

/** The package's own version is the first two in a lock file, and the first in a package.json. */
function withVersion(text, current, version) {
  let left = text.includes('"lockfileVersion"') ? 2 : 1;
  return text.replaceAll(`"version": "${current}"`, (found) => (left-- > 0 ? `"version": "${version}"` : found));
}

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, notes: { type: 'string' } },
  allowPositionals: true,
});
try {
  if (values.notes === undefined) release(positionals[0], values['dry-run']);
  else {
    const notes = partOf(read('CHANGELOG.md'), values.notes);
    if (notes === '') throw new Refusal(`CHANGELOG.md says nothing of ${values.notes}`);
    say(notes);
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
