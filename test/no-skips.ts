/**
 * A reporter that says which tests were skipped and, where everything they need
 * has been installed (NO_SKIPS, set by .ci/run), fails the run for it.
 */
import type { Reporter, TestModule } from 'vitest/node';

export default class NoSkips implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (skipped.length === 0) return;
    process.stderr.write(`Skipped:\n${skipped.map((test) => `  ${test.fullName}\n`).join('')}`);
    if (process.env.NO_SKIPS) process.exitCode = 1;
  }
}
