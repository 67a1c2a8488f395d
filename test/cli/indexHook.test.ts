/** `hooks.context`: a command of the user's, as the user sets it up. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextHook } from '../../src/engine/contextHook.js';
import { chunk } from '../../src/pipeline/chunk.js';
import { folder } from '../folder.js';
import { chunksOf } from './command.js';
import { commandHost } from './hosted.js';
import { cleanEnvironment, project } from './indexed.js';

const { run } = commandHost();

/** Answers every record with a line that names it, and keeps a list of what it was asked. */
const HOOK = `
import { appendFileSync } from 'node:fs';
let text = '';
for await (const part of process.stdin) text += part;
for (const line of text.trim().split('\\n')) {
  const { id } = JSON.parse(line);
  appendFileSync(process.argv[2], id + '\\n');
  console.log(JSON.stringify({ id, context: 'Concerning ' + id }));
}`;

const lines = (stdout: string): unknown[] => chunksOf(stdout).map(({ metadata }) => metadata.context_line);

describe('a hook that adds context', { concurrent: true }, () => {
  it('runs once it is trusted, and only for what changed', async () => {
    const asked = join(folder(), 'asked');
    const hook = join(folder({ 'hook.mjs': HOOK }), 'hook.mjs');
    const config = { hooks: { context: `node ${hook} ${asked}` } };
    const root = project({ '.froe/config.json': JSON.stringify(config) });
    const env = cleanEnvironment();
    expect((await run(root, ['index'], { env })).code).toBe(1);
    expect(existsSync(asked)).toBe(false);
    expect((await run(root, ['trust'], { env })).code).toBe(0);
    expect(await run(root, ['index'], { env })).toMatchObject({ code: 0, stderr: '' });
    expect(lines((await run(root, ['export'], { env })).stdout)).toEqual([
      'Concerning main:README.md#wood',
      'Concerning main:notes.txt',
      'Concerning main:src/client.py',
    ]);
    appendFileSync(join(root, 'notes.txt'), 'Oaks are brown.\n');
    await run(root, ['index'], { env });
    expect(readFileSync(asked, 'utf8').trim().split('\n').slice(3)).toEqual(['main:notes.txt']);
    expect((await run(root, ['status'], { env })).stdout).toContain('up to date');
    await run(root, ['ingest', 'notes.txt'], { env });
    // The same content again: its line is known.
    expect(lines((await run(root, ['export'], { env })).stdout)[3]).toBe('Concerning main:notes.txt');
  });

  it('that fails prints a line on stderr, and does no other harm', async () => {
    const env = { ...cleanEnvironment(), FROE_HOOKS_CONTEXT: 'echo the model is gone >&2; exit 3' };
    const root = project();
    const { code, stdout, stderr } = await run(root, ['index'], { env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('3 added') });
    expect(stderr).toBe(
      'froe: hooks.context: the command ended with code 3: the model is gone; 3 chunks without context until the next run\n',
    );
    expect((await run(root, ['status'], { env })).stdout).toContain('3 to be read');
  });

  it('is used as far as it answered', async () => {
    const { chunks } = await chunk('# A\n\nText.\n', { path: 'a.md' });
    const cwd = folder();
    const runHook = (command: string, timeout?: number) => contextHook(command, cwd, timeout)(chunks);
    const answerLine = JSON.stringify({ id: chunks[0].id, context: 'A line.' });
    const answer = new Map([[chunks[0].id, 'A line.']]);
    expect(await runHook(`echo '${answerLine}'`)).toEqual(answer); // without having listened
    expect(await runHook(`echo noise; echo '${answerLine}'; echo '{"id": 3}'; exit 1`)).toEqual(answer);
    expect(await runHook(`echo '${answerLine}'; sleep 60`, 300)).toEqual(answer);
    await expect(runHook('sleep 60', 300)).rejects.toThrow('took more than 0.3 s');
    await expect(runHook('no-such-command-here')).rejects.toThrow(/ended with code 127/);
    await expect(runHook('cat > /dev/null')).rejects.toThrow('returned no answer');
  });
});
