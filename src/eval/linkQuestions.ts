/** The words of a link as a question: the section it leads to answers. The link's own line neither helps nor harms. */
import type { CandidateQuestion, EvalDocument, LineRange } from './question.js';

const HEADING_LINK = /(?<!!)\[([^[\]\n]{8,120})\]\(([^)\s#]*)#([^)\s#]+)\)/g;
const MIN_LINK_WORDS = 2;

export function linkQuestions(documents: readonly EvalDocument[]): CandidateQuestion[] {
  const sections = new Map(
    documents.flatMap(({ path, units }) =>
      units
        .filter(({ kind }) => kind === 'section')
        .map(({ id, startLine, endLine }): [string, LineRange] => [
          `${path}#${id.slice(id.indexOf('#') + 1)}`,
          { path, startLine, endLine },
        ]),
    ),
  );
  return documents
    .filter(({ source }) => source.language === 'markdown')
    .flatMap((document) =>
      [...document.text.matchAll(HEADING_LINK)].flatMap((match) => linkQuestion(match, document, sections)),
    );
}

function linkQuestion(
  { 1: words, 2: target, 3: anchor, index }: RegExpMatchArray,
  { path, source }: EvalDocument,
  sections: ReadonlyMap<string, LineRange>,
): CandidateQuestion[] {
  const query = words.replace(/[`*_]/g, '').trim();
  const answer = sections.get(`${target === '' ? path : resolvePath(path, target)}#${anchor.toLowerCase()}`);
  if (!answer || query.split(/\s+/).length < MIN_LINK_WORDS) return [];
  const line = source.offsets.lineAt(index ?? 0);
  return [
    {
      id: `link:${path}:${line}:${anchor}`,
      kind: 'link',
      query,
      answers: [answer],
      exclude: [{ path, startLine: line, endLine: line }],
    },
  ];
}

/** `docs/a.md` + `../b.md` → `b.md`; a slash at the start means the root of the repository. */
function resolvePath(path: string, target: string): string {
  const parts = target.startsWith('/') ? [] : path.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
