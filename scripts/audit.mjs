/**
 * `npm run audit`: known vulnerabilities of the packages in the lock file, including
 * the bundled ones. If the registry does not answer, that is reported.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  cwd,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
  timeout: 120_000,
});
const { vulnerabilities } = parsed(stdout);
if (vulnerabilities === undefined) {
  process.stdout.write('The registry does not answer: nothing was audited.\n');
} else {
  const { components } = JSON.parse(readFileSync(new URL('../dist/sbom.cdx.json', import.meta.url), 'utf8'));
  const held = new Set(components.map(({ name }) => name));
  const found = Object.values(vulnerabilities).sort((a, b) => Number(held.has(b.name)) - Number(held.has(a.name)));
  for (const { name, severity, range } of found)
    process.stdout.write(
      `${severity}  ${name} ${range}  ${held.has(name) ? 'in the package' : 'for development only'}\n`,
    );
  process.stdout.write(`${found.length} of the packages in the lock file have known faults.\n`);
  if (found.some(({ name }) => held.has(name))) process.exitCode = 1;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
