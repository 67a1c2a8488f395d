/** A real browser, found where programs are. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const folders = (process.env.PATH ?? '').split(delimiter);
export const browserFile: string | undefined = NAMES.flatMap((name) =>
  folders.map((folder) => join(folder, name)),
).find(isProgram);

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** As root, as in a container, Chromium has no sandbox; the only pages it sees are ours. */
export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserFile ?? '', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
