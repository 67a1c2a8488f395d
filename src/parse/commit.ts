/**
 * A commit: its message, and each file with its hunks. Its text is ours
 * (sources/commitText.ts) and comes with its parts, so nothing has to be found in
 * it. Small neighbours share a chunk; a file that is cut is cut between hunks.
 */
import type { CommitPart, CommitText } from '../sources/commitText.js';
import type { Node } from '../types.js';
import type { Parser } from './parser.js';

export const commitParser: Omit<Parser, 'parse'> = {
  id: 'commit',
  sourceType: 'commit',
  preset: {},
  anchors: 'path',
  chunkType: ({ whole }) => (whole ? 'commit' : 'commit_chunk'),
  isUnit: ({ kind }) => kind === 'file',
};

export const commitTree = ({ text, subject, parts }: CommitText): Node => ({
  kind: 'commit',
  name: subject,
  start: 0,
  end: text.length,
  children: parts.map(partNode),
  grain: 'lines',
});

const partNode = ({ path, start, end, hunks }: CommitPart): Node => ({
  kind: path === undefined ? 'message' : 'file',
  ...(path === undefined ? {} : { name: path }),
  start,
  end,
  children: hunks.map((hunk) => ({ kind: 'hunk', ...hunk, children: [], grain: 'lines' })),
  grain: path === undefined ? 'prose' : 'lines',
});
