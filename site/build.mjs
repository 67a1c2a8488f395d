/** docs/ → site/dist: the pages and their pictures are collected into site/pages, by the paths they have here, and built. */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { isPage, isPicture } from './pages.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..');
const FOLDERS = ['.', 'docs', 'docs/images', 'bench', 'bench/runs', 'eval/golden', 'grammars'];

rmSync(join(here, 'pages'), { recursive: true, force: true });
for (const folder of FOLDERS)
  for (const name of readdirSync(join(root, folder))) {
    const path = folder === '.' ? name : `${folder}/${name}`;
    if (isPage(path) || isPicture(path)) cpSync(join(root, path), join(here, 'pages', path));
  }
await build(here);
