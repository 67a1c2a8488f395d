/** What `run.mjs` measures, in this order: each name is that of a file beside this one. */
export const operations = [
  'tokens',
  'parsers',
  'chunk',
  'code',
  'markdown',
  'memory',
  'files',
  'embed',
  'indexing',
  'latency',
  'mcp',
  'growth',
  'units',
  'view',
  'graph',
  'looking',
];
