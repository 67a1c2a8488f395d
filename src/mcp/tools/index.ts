/** The tools, in the order in which clients list them. */
import type { Tool } from '../tool.js';
import { artifactForget, artifactIngest } from './artifactTools.js';
import { getContext } from './getContext.js';
import { history } from './history.js';
import { impact } from './impact.js';
import { outline } from './outline.js';
import { read } from './read.js';
import { references } from './references.js';
import { searchTool } from './search.js';
import { status } from './status.js';

export const tools: readonly Tool[] = [
  searchTool,
  getContext,
  read,
  outline,
  references,
  impact,
  history,
  artifactIngest,
  artifactForget,
  status,
];
