/** A real browser, found on the PATH: for the page's tests, its screenshots and its figures. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const folders = (process.env.PATH ?? '').split(delimiter);

/** Undefined if the machine has none. */
export const browserFile = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** As root, as in a container, Chromium has no sandbox; it only opens our own pages. */
export function launch() {
  if (!browserFile) throw new Error(`No browser here: install one of ${NAMES.join(', ')}`);
  return chromium.launch({ executablePath: browserFile, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
