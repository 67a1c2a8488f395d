/** `froe doctor`: looks at everything that froe needs, and says what is wrong and what to do. */
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import type { Command } from 'commander';
import { inspect, type Key } from '../config/index.js';
import { cacheFile, VectorCache } from '../embed/index.js';
import { FroeError } from '../errors.js';
import { storeExists } from '../store/openStore.js';
import { shown } from '../store/where.js';
import { openExisting } from './openIndex.js';
import { placeOf, rootOf, valuesOf } from './place.js';
import { type PlaceFlags, withPlace } from './placeFlags.js';
import { say } from './talk.js';

interface Finding {
  readonly ok: boolean;
  readonly what: string;
  readonly said: string;
}

export function doctorCommand(program: Command): void {
  withPlace(program.command('doctor').description('Look at everything froe needs, and say what is wrong.'))
    .argument('[path]', 'the folder (default: the nearest one above that has an index, else this one)')
    .action(async (path: string | undefined, flags: PlaceFlags) => {
      const findings = [node(), git(), ...(await index(path, flags)), cache(), ...settings(path, flags)];
      for (const { ok, what, said } of findings) await say(`${ok ? 'ok ' : '!! '} ${what.padEnd(10)} ${said}\n`);
      process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
    });
}

const node = (): Finding => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return {
    ok: major > 20 || (major === 20 && minor >= 19),
    what: 'node',
    said: `${process.versions.node} (20.19 or newer is needed)`,
  };
};

/** Without git, ignore files are read by froe itself, and nothing is known of how often files change. */
const git = (): Finding => {
  const { status, stdout } = spawnSync('git', ['--version'], { encoding: 'utf8' });
  return {
    ok: true,
    what: 'git',
    said: status === 0 ? stdout.trim() : 'not found: ignore files are read by froe itself',
  };
};

async function index(path: string | undefined, flags: PlaceFlags): Promise<Finding[]> {
  try {
    const place = placeOf(path, flags);
    if (!storeExists(place.file))
      return [{ ok: true, what: 'index', said: `none at ${shown(place.file)}: froe index makes one` }];
    const store = await openExisting(place);
    try {
      const faults = await store.check();
      const { sources, chunks, pending } = await store.state();
      const whole = `${sources} sources, ${chunks} pieces, ${pending} without a vector`;
      return faults.length === 0
        ? [{ ok: true, what: 'index', said: `${shown(place.file)}: ${whole}` }]
        : faults.map((said) => ({ ok: false, what: 'index', said: `${said}: froe clean, then froe index` }));
    } finally {
      await store.close();
    }
  } catch (error) {
    return [{ ok: false, what: 'index', said: inWords(error) }];
  }
}

function cache(): Finding {
  const file = cacheFile(process.env, homedir());
  const opened = new VectorCache(file);
  const [trouble] = opened.diagnostics;
  opened.close();
  return { ok: trouble === undefined, what: 'cache', said: trouble ? trouble.message : file };
}

/** Each setting that is not a default, and who said it. */
function settings(path: string | undefined, flags: PlaceFlags): Finding[] {
  try {
    const asked = { env: process.env, root: rootOf(path), home: homedir(), flags: valuesOf(flags) };
    const { settings: values, origins, demands, trusted } = inspect(asked);
    const said = Object.entries(origins)
      .filter(([, origin]) => origin.from !== 'default')
      .map(
        ([key, { where }]): Finding => ({
          ok: true,
          what: 'setting',
          said: `${key} = ${shown(JSON.stringify(values[key as Key]))} (${where})`,
        }),
      ); // entries() forgets the key's type
    const wants = trusted
      ? []
      : demands.map(
          (demand): Finding => ({ ok: false, what: 'trust', said: `the project wants to ${demand}: froe trust` }),
        );
    return [...said, ...wants];
  } catch (error) {
    return [{ ok: false, what: 'settings', said: inWords(error) }];
  }
}

const inWords = (error: unknown): string => {
  if (!(error instanceof FroeError)) throw error;
  return error.hint ? `${error.message}. ${error.hint}` : error.message;
};
