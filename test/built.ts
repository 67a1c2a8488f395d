/** The rank tables, the modules and the command line are built, not committed: one clear error instead of a failure in every file. */
import { existsSync } from 'node:fs';

export default function setup(): void {
  for (const built of ['../data/cl100k_base.ranks', '../build/index.js', '../dist/cli/main.js']) {
    if (!existsSync(new URL(built, import.meta.url)))
      throw new Error('Not built yet: run "npm run build" (npm ci does)');
  }
}
