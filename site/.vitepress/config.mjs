/**
 * How docs/ becomes a site. `SITE_BASE` is the path that it is served below, such as /froe/ on GitHub Pages. Links to what
 * is no page (a folder, a program) lead to the repository, where the build knows it, and are plain text where not.
 */
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { headingAnchor } from '../../scripts/heading-anchor.mjs';
import { groups, isPage, targetOf, titleOf } from '../pages.mjs';

const collected = fileURLToPath(new URL('../pages', import.meta.url));
const { SITE_BASE = '/', GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const repository = GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
const pathOf = (file) => relative(collected, file).split(sep).join('/');

export default defineConfig({
  title: 'froe',
  description:
    'Splits code and documents along their own structure, finds the chunks again, and packs them for a model.',
  base: SITE_BASE,
  srcDir: './pages',
  outDir: './dist',
  rewrites: { 'README.md': 'index.md' },
  // The index of the search is one file.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  markdown: {
    anchor: { slugify: headingAnchor },
    config: (md) => md.core.ruler.push('links-out', linksOut),
  },
  themeConfig: {
    nav: [
      { text: 'Commands', link: '/docs/commands' },
      { text: 'API', link: '/docs/api' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: [
      { text: 'froe', link: '/' },
      ...Object.entries(groups).map(([text, pages]) => ({
        text,
        items: pages.map((page) => ({ text: titleOf(page), link: `/${page.replace(/\.md$/, '')}` })),
      })),
    ],
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        // Tables of figures have every word of the others.
        _render: (source, env, md) =>
          /^(?:bench\/runs|eval\/golden)\//.test(env.relativePath) ? '' : md.render(source, env),
      },
    },
    ...(repository ? { socialLinks: [{ icon: 'github', link: repository }] } : {}),
  },
});

/** A rule of markdown-it: links to files that are no pages. */
function linksOut({ tokens, env }) {
  const page = pathOf(env.realPath ?? env.path);
  for (const { children } of tokens)
    for (const [index, token] of (children ?? []).entries()) {
      if (token.type !== 'link_open') continue;
      const target = targetOf(page, token.attrGet('href') ?? '');
      if (target === undefined || isPage(target)) continue;
      if (repository) token.attrSet('href', `${repository}/blob/main/${target}`);
      else
        for (const one of [token, closing(children, index)])
          Object.assign(one, { type: 'text', content: '', nesting: 0 });
    }
}

const closing = (tokens, index) => tokens.slice(index).find(({ type }) => type === 'link_close');
