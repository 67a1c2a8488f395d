/** Before a build: the output of a deleted module would be packed, and tests would still find it. */
import { rmSync } from 'node:fs';

for (const folder of ['../build/', '../dist/'])
  rmSync(new URL(folder, import.meta.url), { recursive: true, force: true });
