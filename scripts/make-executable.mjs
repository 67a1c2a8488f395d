/** `npx froe` in a fresh clone runs the file itself, so it must be one that can be run. */
import { chmodSync } from 'node:fs';

chmodSync(new URL('../dist/cli/main.js', import.meta.url), 0o755);
