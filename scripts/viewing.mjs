/** Runs `froe view` of a folder during a function. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** `look` gets the address of the page and the headers of an authorised request. The server ends with it in any case. */
export async function viewing(words, look) {
  const child = spawn(process.execPath, [cli, 'view', ...words, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const [line] = await Promise.race([
      once(child.stdout, 'data'),
      ended.then(() => Promise.reject(new Error('froe view ended'))),
    ]);
    const address = new URL(String(line).trim());
    const headers = { authorization: `Bearer ${address.searchParams.get('token')}` };
    return await look(`${address.origin}/`, headers);
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}
