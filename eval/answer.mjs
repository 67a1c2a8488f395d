/**
 * Answers the questions of an evaluation set with froe, as lines that a scorer reads:
 *
 *     node eval/answer.mjs QUESTIONS.jsonl CORPORA OUT.jsonl [--embedder builtin] [--merge] [--limit 30]
 *
 * QUESTIONS: {id, repo, commit, query} a line. CORPORA: a folder with one folder
 * `owner+name@commit12` for each repository. OUT: {id, results: [{file, startLine, endLine, tokens}]}.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { open } from '../dist/engine/engine.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    embedder: { type: 'string', default: 'builtin' },
    merge: { type: 'boolean', default: false },
    limit: { type: 'string', default: '30' },
    granularity: { type: 'string' },
    'max-tokens': { type: 'string' },
  },
});
const [questionsFile, corpora, out] = positionals;
const questions = readFileSync(questionsFile, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

const byCorpus = new Map();
for (const question of questions) {
  const folder = join(corpora, `${question.repo.replace('/', '+')}@${question.commit.slice(0, 12)}`);
  if (existsSync(folder)) byCorpus.set(folder, [...(byCorpus.get(folder) ?? []), question]);
}

const lines = [];
for (const [folder, asked] of byCorpus) {
  const place = mkdtempSync(join(tmpdir(), 'froe-eval-'));
  const engine = await open(folder, {
    index: join(place, 'index.db'),
    embedder: values.embedder,
    sync: {
      threads: availableParallelism(),
      cut: {
        granularity: values.granularity,
        maxTokens: values['max-tokens'] && Number(values['max-tokens']),
      },
    },
  });
  await engine.sync();
  for (const { id, query } of asked) {
    const { results } = await engine.search(query, {
      limit: Number(values.limit),
      ...(values.merge ? {} : { merge: false }),
    });
    lines.push(
      JSON.stringify({
        id,
        // Synthetic text is not source: its lines answer nothing.
        results: results
          .filter(({ chunks: [first] }) => !first.synthetic)
          .map(({ chunks }) => ({
            file: chunks[0].filePath,
            startLine: Math.min(...chunks.map(({ startLine }) => startLine)),
            endLine: Math.max(...chunks.map(({ endLine }) => endLine)),
            tokens: chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
          })),
      }),
    );
  }
  await engine.close();
  rmSync(place, { recursive: true, force: true });
}
writeFileSync(out, `${lines.join('\n')}\n`);
