/**
 * A reporter that says which tests were left out or skipped and, where everything they need
 * has been installed (NO_SKIPS, set by .ci/run), fails the run for it.
 */
import type { Reporter, TestModule } from 'vitest/node';
import { leftOut, leftOutOn } from './platforms.js';

export default class NoSkips implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = leftOutOn(process.platform).map((file) => `  ${file}: ${leftOut[file].reason}\n`);
    if (files.length > 0) process.stderr.write(`Left out on ${process.platform}:\n${files.join('')}`);
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (skipped.length === 0) return;
    process.stderr.write(`Skipped:\n${skipped.map((test) => `  ${test.fullName}\n`).join('')}`);
    if (process.env.NO_SKIPS) process.exitCode = 1;
  }
}
