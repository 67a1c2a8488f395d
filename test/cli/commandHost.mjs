/**
 * The command, run again and again in one process: `node commandHost.mjs MAIN`. It runs with the folder, the environment
 * and the input that the parent sends; its bundles are loaded once. Both streams end a command with the mark that came
 * with it.
 */
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { CompiledBundles } from '../../build/cli/compiledBundles.js';

const [, , main] = process.argv;
const bundles = new CompiledBundles(fileURLToPath(new URL('../command', main)), undefined);
const { runProgram } = bundles.load('runProgram.cjs');
const exit = process.exit;
const emitters = [process, process.stdout, process.stderr];

/** What process.exit() becomes: the command ends, its process does not. */
class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

process.on('disconnect', () => exit(0));
process.on('message', async ({ cwd, words, env, input, mark }) => {
  const before = emitters.map((emitter) => new Set(emitter.eventNames().flatMap((name) => emitter.listeners(name))));
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, main, ...words];
  process.exitCode = undefined;
  process.exit = (code) => {
    throw new Exit(code ?? process.exitCode);
  };
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input, 'base64')]), configurable: true });
  let code;
  try {
    await runProgram();
    code = process.exitCode ?? 0;
  } catch (error) {
    if (!(error instanceof Exit)) process.stderr.write(`${inspect(error)}\n`);
    code = error instanceof Exit ? (error.code ?? 0) : 1;
  }
  for (const [i, emitter] of emitters.entries())
    for (const name of emitter.eventNames())
      for (const listener of emitter.listeners(name))
        if (!before[i].has(listener)) emitter.removeListener(name, listener);
  process.exitCode = undefined;
  for (const stream of [process.stdout, process.stderr]) stream.write(mark);
  process.send(code);
});
