/** One query over the Model Context Protocol: from a client's call to its answer, with the server in its own warm process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { froe } from './command.mjs';
import { corpora } from './corpus.mjs';
import { writeFiles } from './many-files.mjs';
import { operation } from './operation.mjs';
import { percentile, questionsFrom } from './questions.mjs';

const SIZES = [10_000, 100_000];
const QUICK_SIZES = [2_000];
const CHUNKS_PER_FILE = 4;
const ASKED = 120;
/** The first few are left out: they warm the caches. */
const WARM_UP = 20;

async function measure(settings) {
  const texts = corpora(settings);
  const rows = [];
  for (const chunks of settings.quick ? QUICK_SIZES : SIZES) rows.push(...(await served(texts, chunks)));
  return [
    {
      title: 'Latency of an MCP call over stdio, in milliseconds',
      columns: { tool: 'text', chunks: 'count', p50: 'number', p95: 'number', calls: 'count' },
      rows,
      notes: ['From the call of the SDK’s own client to its answer, checked against the schema; built-in model.'],
    },
  ];
}

async function served(texts, wanted) {
  const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  const [root, file] = [join(place, 'tree'), join(place, 'index.db')];
  const words = [root, '--index', file, '--embedder', 'builtin'];
  const client = new Client({ name: 'bench', version: '0' });
  try {
    writeFiles(root, texts, Math.ceil(wanted / CHUNKS_PER_FILE));
    await froe(['index', ...words, '--json']);
    const args = [fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)), 'mcp', ...words];
    // The same home as the index was made in: another's index is not trusted.
    const env = getDefaultEnvironment();
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    await client.listTools(); // with their schemas, so that answers are checked
    const { chunks } = await settled(client);
    const rows = [];
    for (const tool of ['search', 'get_context']) {
      const seen = [];
      for (const [i, query] of questionsFrom(texts, WARM_UP + ASKED).entries()) {
        const started = performance.now();
        const { isError } = await client.callTool({ name: tool, arguments: { query } });
        if (isError) throw new Error(`${tool} failed: ${query}`);
        if (i >= WARM_UP) seen.push(performance.now() - started);
      }
      rows.push({ tool, chunks: chunks, p50: percentile(seen, 0.5), p95: percentile(seen, 0.95), calls: seen.length });
    }
    return rows;
  } finally {
    await client.close();
    rmSync(place, { recursive: true });
  }
}

/** The server looks over the tree when it starts; that is not what is measured. */
async function settled(client) {
  for (;;) {
    const { structuredContent } = await client.callTool({ name: 'status', arguments: {} });
    if (structuredContent.watching && structuredContent.indexing === undefined) return structuredContent;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

await operation(measure);
