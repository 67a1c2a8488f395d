/** A mail: who wrote what, and what was only quoted: node examples/cut-a-mail.mjs FILE.eml */
import { readFileSync } from 'node:fs';
import { chunk } from 'froe';

const mail = `From: Ann <ann@example.org>
Subject: Planks
Date: Mon, 2 Mar 2026 10:00:00 +0000
Content-Type: text/plain; charset=utf-8

The oak is dry. Shall we saw on Friday?

> On Sunday Bob wrote:
> Is the oak dry yet?
`;
const [path] = process.argv.slice(2);
const { chunks } = await chunk(path ? readFileSync(path) : Buffer.from(mail), {
  path: path ?? 'mail.eml',
  granularity: 'node',
  maxTokens: 32,
});
for (const { content, metadata } of chunks)
  process.stdout.write(
    `${metadata.weight === undefined ? 'written' : `weight ${metadata.weight}`}: ${JSON.stringify(content.trim().slice(0, 60))}\n`,
  );
