/**
 * The pages of the site, as its sidebar has them. They are the documents of the
 * repository, by the same paths: a link from one to another is the same in both.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Relative to the root of the repository. README.md is the first page. */
export const groups = {
  Use: [
    'docs/commands.md',
    'docs/query.md',
    'docs/addresses.md',
    'docs/artifacts.md',
    'docs/history.md',
    'docs/workspaces.md',
    'docs/mcp.md',
    'docs/viewer.md',
    'docs/embedding.md',
    'docs/scale.md',
  ],
  Library: ['docs/library.md', 'docs/api.md', 'docs/chunking.md', 'docs/adapters.md', 'docs/recipes.md'],
  Formats: [
    'docs/markdown.md',
    'docs/documents.md',
    'docs/add-a-language.md',
    'docs/add-a-format.md',
    'grammars/README.md',
  ],
  'How well': [
    'docs/evaluation.md',
    'docs/model.md',
    'docs/conformance.md',
    'docs/mutation.md',
    'bench/README.md',
    'bench/runs/latest.md',
  ],
  Inside: ['docs/design.md', 'docs/index-format.md', 'docs/security.md'],
  Project: ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
};

/** What is on the site: all of the groups, and what only their pages link to. */
export const isPage = (path) =>
  path === 'README.md' ||
  Object.values(groups).flat().includes(path) ||
  /^(?:bench\/runs|eval\/golden)\/[^/]+\.md$/.test(path);

export const isPicture = (path) => /^(?:docs\/images|bench\/runs)\/[^/]+\.(?:png|svg)$/.test(path);

/** Its first heading. */
export function titleOf(path) {
  const [, title] = /^# +(.+)$/m.exec(readFileSync(join(root, path), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${path} has no heading`);
  return title;
}

/** Where a relative link of a page leads, from the root of the repository; undefined for one of another place. */
export function targetOf(page, href) {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return undefined;
  return join(dirname(page), decodeURI(href.replace(/#.*/, ''))).replace(/\/$/, '');
}
