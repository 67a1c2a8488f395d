/**
 * Loaded into a child with --import: writes its processor time and peak memory to
 * descriptor 3 on exit. VmHWM if available, because maxRSS starts with what the parent had
 * when it forked.
 */
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, JSON.stringify({ seconds: (user + system) / 1e6, peak: peak() }));
  });
}

function peak() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
