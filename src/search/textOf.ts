/** All that can be read of a chunk: its name, where it stands, what it stands under, and itself. */
import type { Chunk } from '../schema.js';

export const searchableText = ({ name, breadcrumb, context = '', content }: Chunk): string =>
  `${name}\n${breadcrumb}\n${context}${content}`;
