/** Before a build: what a module that is gone had left would be packed, and tests would still find it. */
import { rmSync } from 'node:fs';

for (const folder of ['../build/', '../dist/'])
  rmSync(new URL(folder, import.meta.url), { recursive: true, force: true });
