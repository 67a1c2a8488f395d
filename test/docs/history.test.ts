/** The example of docs/history.md, run as written on a new repository. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandHost } from '../cli/hosted.js';
import { cleanEnvironment } from '../cli/indexed.js';
import { Repository } from '../repository.js';

const { run } = commandHost();

const page = readFileSync(new URL('../../docs/history.md', import.meta.url), 'utf8');
const send = (tries: number): string => `def send(request):\n    for _ in range(${tries}):\n        yield request\n`;

it('prints what the page shows', async () => {
  const repository = new Repository();
  repository.commit({
    ...{ message: 'Send requests', author: 'Ann Lee', date: '2026-01-05T10:00:00+01:00' },
    files: { 'client.py': send(1) },
  });
  repository.commit({
    ...{ author: 'Bob Ray', date: '2026-02-05T10:00:00+01:00' },
    message:
      'Retry requests\n\nA proxy drops the first request after a pause. Sending it again is the\nonly way, because the proxy gives no error.',
    files: { 'client.py': send(3) },
  });
  repository.commit({
    ...{ message: 'Describe retries', author: 'Ann Lee', date: '2026-02-06T10:00:00+01:00' },
    files: { 'README.md': '# Client\n\nRequests are sent three times.\n' },
  });
  const [, example = ''] = /```console\n(.*?)```/s.exec(page) ?? [];
  const steps = example.split(/^\$ froe /m).slice(1);
  expect(steps.length).toBeGreaterThan(3);
  const env = cleanEnvironment();
  let printed = '';
  for (const step of steps) {
    const [words] = step.split('\n', 1);
    const { stdout } = await run(repository.root, words.split(' '), { env });
    printed += `$ froe ${words}\n${stdout}`;
  }
  expect(printed).toBe(example);
});
