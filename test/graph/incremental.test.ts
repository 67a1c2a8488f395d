/**
 * An index does not depend on its history: after any fifty edits, each
 * synced by itself, the index and the graph in it equal those of a fresh
 * build.
 */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { sync } from '../../src/sync/sync.js';
import { edgesIn } from './edges.js';

const EDITS = 50;
const NAMES = ['alpha', 'beta', 'gamma', 'delta'];

/** A file of each language that imports, inherits and calls what may or may not be there. */
const languages: readonly (readonly [path: (name: string) => string, text: (name: string, other: string) => string])[] =
  [
    [
      (name) => `py/${name}.py`,
      (name, other) =>
        `from .${other} import ${other}_run\n\n\nclass Box_${name}:\n    def open_${name}(self):\n        ${other}_run()\n\n\ndef ${name}_run():\n    Box_${name}().open_${name}()\n`,
    ],
    [
      (name) => `ts/${name}.ts`,
      (name, other) =>
        `import { ${other}Run } from './${other}.js';\nexport class ${name}Box {\n  open(): void {\n    ${other}Run();\n  }\n}\nexport function ${name}Run() {\n  return new ${name}Box();\n}\n`,
    ],
    [
      (name) => `rb/${name}.rb`,
      (name, other) =>
        `require_relative '${other}'\n\nclass ${capital(name)} < ${capital(other)}\n  def ${name}_run\n    ${capital(other)}.new\n  end\nend\n`,
    ],
    [
      (name) => `go/${name}/${name}.go`,
      (name, other) =>
        `package ${name}\n\nimport "acme.org/x/go/${other}"\n\nfunc Run${capital(name)}() {\n\t${other}.Run${capital(other)}()\n}\n`,
    ],
    [
      (name) => `jv/${capital(name)}.java`,
      (name, other) =>
        `package jv;\n\nclass ${capital(name)} extends ${capital(other)} {\n  void ${name}() {\n    new ${capital(other)}().${other}();\n  }\n}\n`,
    ],
  ];

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const edit = fc.record({
  language: fc.nat(languages.length - 1),
  name: fc.constantFrom(...NAMES),
  other: fc.constantFrom(...NAMES),
  how: fc.constantFrom('write', 'write', 'write', 'remove', 'touch', 'shift'),
});

describe('an index that is updated', () => {
  it('equals a new one, after any fifty edits', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: EDITS, maxLength: EDITS }), async (edits) => {
        const root = mkdtempSync(join(tmpdir(), 'froe-graph-'));
        const kept = new SqliteStore(':memory:');
        writeFileSync(join(root, 'go.mod'), 'module acme.org/x\n');
        let clock = 1_600_000_000;
        for (const { language, name, other, how } of edits) {
          const [pathOf, textOf] = languages[language];
          const file = join(root, pathOf(name));
          mkdirSync(dirname(file), { recursive: true });
          if (how === 'remove') rmSync(file, { force: true });
          else {
            writeFileSync(file, (how === 'shift' ? '\n\n' : '') + textOf(name, other));
            clock += 10;
            utimesSync(file, clock, clock + 0.5);
          }
          await sync(kept, { root });
        }
        const fresh = new SqliteStore(':memory:');
        await sync(fresh, { root });
        expect(await contentOf(kept)).toEqual(await contentOf(fresh));
        const edges = await edgesIn(kept);
        expect(edges).toEqual(await edgesIn(fresh));
        expect(edges.length).toBeGreaterThan(0);
        expect(await kept.check()).toEqual([]);
        await Promise.all([kept.close(), fresh.close()]);
        rmSync(root, { recursive: true, force: true });
      }),
      { numRuns: 3 },
    );
  });
});

/** Everything that an index holds, by source. */
async function contentOf(store: Store) {
  const sources = [...(await store.sources('main')).values()];
  return Promise.all(
    sources.map(async (source) => ({
      source,
      chunks: await store.chunksOf(source.docId),
      units: await store.units(source.docId),
      references: await store.referencesOf(source.docId),
    })),
  );
}
