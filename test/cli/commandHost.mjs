/**
 * The command, run again and again in one process: `node commandHost.mjs MAIN`. Its main file is evaluated anew for
 * each command, with the folder, the environment and the input that the parent sends; what it imports is loaded once.
 * Both streams end a command with the mark that came with it.
 */
import { Readable } from 'node:stream';
import { inspect } from 'node:util';

const [, , main] = process.argv;
const exit = process.exit;
const emitters = [process, process.stdout, process.stderr];
let count = 0;

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
    await import(`${main}?${count++}`);
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
