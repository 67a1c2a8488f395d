/**
 * How much memory chunkStream() takes for a text larger than memory: generates the
 * text while it is read, checks that the chunks cover every byte, and prints the peak.
 *
 *     node scripts/stream-memory.mjs 300 md      megabytes, and the format: md, py, txt, log
 */
import { chunkStream } from '../dist/index.js';

const [megabytes = '300', format = 'md'] = process.argv.slice(2);
const wanted = Number(megabytes) * 1_000_000;

const prose = 'A froe splits wood along the grain, and wastes none of it. Où? Überall. '.repeat(4);
const parts = {
  md: (n) => `## Section ${n}\n\n${prose}\n\n- one\n- two ${n}\n\n\`\`\`py\ndef f${n}(): return ${n}\n\`\`\`\n\n`,
  py: (n) => `class C${n}:\n    """${prose}"""\n\n    def get(self, x):\n        return x + ${n}\n\n`,
  txt: (n) => `${n}. ${prose}\n\n`,
  log: (n) => `2026-05-01T10:00:00 INFO request ${n} took ${n % 97} ms\n`,
};

let given = 0;
async function* text() {
  for (let n = 0; given < wanted; ) {
    let part = '';
    for (const end = n + 200; n < end; n++) part += parts[format](n);
    const bytes = Buffer.from(part);
    given += bytes.length;
    yield bytes;
  }
}

const started = performance.now();
let [windows, chunks, covered, gapBytes, most] = [0, 0, 0, 0, 0];
for await (const cut of chunkStream(text(), { path: `large.${format}`, outlines: false })) {
  windows++;
  for (const one of cut.chunks) {
    chunks++;
    const fresh = one.byteStart + one.overlapBytes;
    if (fresh < covered) throw new Error(`${one.id} repeats what it does not say`);
    gapBytes += fresh - covered;
    covered = one.byteEnd;
    if (Buffer.byteLength(one.content) !== one.byteEnd - one.byteStart) throw new Error(`${one.id} is not exact`);
  }
  most = Math.max(most, process.memoryUsage().rss);
}
const seconds = (performance.now() - started) / 1000;
const mb = (bytes) => `${(bytes / 1_000_000).toFixed(0)} MB`;
process.stdout.write(
  `${mb(given)} of ${format}: ${windows} windows, ${chunks} chunks, ${given - covered} bytes behind the last, ` +
    `${gapBytes} between; peak ${mb(most)}, ${mb(given / seconds)}/s\n`,
);
