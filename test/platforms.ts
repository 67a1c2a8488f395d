/**
 * Files of tests that a system cannot run, and why. Linux runs all of them; elsewhere
 * these are left out, and the run says so at its end.
 */
interface LeftOut {
  readonly on: readonly NodeJS.Platform[];
  readonly reason: string;
}

const windows = (reason: string): LeftOut => ({ on: ['win32'], reason });
const elsewhere = (reason: string): LeftOut => ({ on: ['win32', 'darwin'], reason });

const signals = windows('ends a command with a signal, and Windows has none that can be caught');
const files = windows('needs pipes, permissions or a shell of POSIX');

export const leftOut: Readonly<Record<string, LeftOut>> = {
  'test/attack/fullDisk.test.ts': files,
  'test/attack/hostileClone.test.ts': files,
  'test/attack/hostileTree.test.ts': elsewhere('reads devices and /proc as Linux has them'),
  'test/attack/installLinks.test.ts': files,
  'test/attack/limits.test.ts': files,
  'test/attack/neighbour.test.ts': signals,
  'test/attack/servers.test.ts': signals,
  'test/cli/bad-input.test.ts': files,
  'test/cli/completion.test.ts': files,
  'test/cli/indexFaults.test.ts': elsewhere('needs a folder that nobody can write to: /proc'),
  'test/cli/indexMemory.test.ts': elsewhere('reads from /proc how much memory was taken'),
  'test/cli/indexWatch.test.ts': signals,
  'test/cli/indexWriters.test.ts': elsewhere('makes a small disk as Linux mounts one'),
  'test/cli/install.test.ts': files,
  'test/cli/parallel.test.ts': elsewhere('reads from /proc how much memory was taken'),
  'test/cli/serve.test.ts': signals,
  'test/cli/view.test.ts': signals,
  'test/docs/adapters.test.ts': windows('links packages into a project, which needs a right of its own there'),
  'test/docs/recipes.test.ts': files,
  'test/mcp/http.test.ts': signals,
  'test/package/compiled.test.ts': files,
  'test/package/install.test.ts': windows('starts npm, which is a script of the shell there'),
  'test/sources/read.test.ts': files,
  'test/sync/catchUp.test.ts': files,
  'test/sync/treeLook.test.ts': files,
};

/** Those that `platform` does not run. */
export const leftOutOn = (platform: NodeJS.Platform): readonly string[] =>
  Object.keys(leftOut).filter((file) => leftOut[file].on.includes(platform));
