/**
 * After a build: the compiler writes declarations of every module to dist/. Users of
 * the package need those that its entry points import, a third of them; the rest is
 * deleted.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const { exports: entryPoints } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

/** `import … from './types.js';`, and inside of a type `import("./types.js")`. */
const IMPORTED = /^(?:import|export)\b[^;]*?from '(\.[^']+)\.js'|\bimport\("(\.[^"]+)\.js"\)/gm;

const needed = new Set(Object.values(entryPoints).flatMap(({ types }) => (types ? [join(home, types)] : [])));
// Files added during the loop are visited, too.
for (const file of needed)
  for (const [, stated, inline] of readFileSync(file, 'utf8').matchAll(IMPORTED))
    needed.add(join(dirname(file), `${stated ?? inline}.d.ts`));

const dist = join(home, 'dist');
for (const path of readdirSync(dist, { recursive: true }))
  if (path.endsWith('.d.ts') && !needed.has(join(dist, path))) rmSync(join(dist, path));
