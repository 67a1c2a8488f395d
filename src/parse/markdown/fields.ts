/** What the record of a markdown piece says beyond what every record says. */
import type { Node } from '../../types.js';
import { headersOf, pathTo } from '../document/headers.js';
import type { Described, Fields } from '../parser.js';
import { type Targets, targetsIn } from './links.js';

export function fields({ root, node, shows, content }: Described): Fields {
  const path = pathTo(root, node === root ? onlySection(root) : node);
  const inCode = path.some(isCode);
  const { links, anchors }: Targets = inCode ? { links: [], anchors: [] } : targetsIn(content);
  const front = [...path, ...shows].map(frontOf).find((one) => one !== undefined);
  const metadata = {
    ...listed('links', links),
    ...listed('anchors', anchors),
    ...(front === undefined ? {} : { front_matter: front }),
    ...(path.some(isContents) || (shows.length > 0 && shows.every(isContents)) ? { toc: true } : {}),
  };
  return { ...headersOf(path), isCode: inCode || shows.some(holdsCode), metadata };
}

/** A document that is one section, but for its front matter, is read as that section. */
function onlySection(root: Node): Node {
  const [first, ...rest] = root.children.filter(({ kind }) => kind !== 'front-matter');
  return first?.kind === 'section' && rest.length === 0 ? first : root;
}

const listed = (key: string, values: readonly string[]): Record<string, readonly string[]> =>
  values.length === 0 ? {} : { [key]: values };

/** A block of code: fenced or indented. */
const isCode = ({ kind }: Node): boolean => kind === 'fence' || kind === 'code';
const holdsCode = (node: Node): boolean => isCode(node) || node.children.some(holdsCode);
const isContents = ({ meta }: Node): boolean => meta?.toc === true;

/** Front matter stands first, in a document that is shown whole as well. */
function frontOf(node: Node): unknown {
  const front = node.kind === 'document' ? node.children[0] : node;
  return front?.kind === 'front-matter' ? front.meta?.data : undefined;
}
