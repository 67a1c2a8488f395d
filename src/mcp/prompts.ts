/** The prompts of the server: a table, in the order in which clients list them. */
import { ErrorCode, type GetPromptResult, type Prompt as Listing, McpError } from '@modelcontextprotocol/sdk/types.js';
import { formatSite } from '../engine/results.js';
import { FroeError, messageWithHint } from '../errors.js';
import { whenReady } from './caveats.js';
import type { Call } from './tool.js';

/** A question that a person picks from a menu, followed by what the index knows about it. */
interface Prompt {
  readonly name: string;
  readonly description: string;
  /** By name; all of them must be given. */
  readonly arguments: Readonly<Record<string, string>>;
  /** The question; what `known` returns is added below it. */
  ask(given: Readonly<Record<string, string>>): string;
  /** What the index knows, within the budget of tokens. */
  known(given: Readonly<Record<string, string>>, budget: number, call: Call): Promise<string>;
}

const explain: Prompt = {
  name: 'explain',
  description: 'Explain a symbol, a file or a question about this project',
  arguments: { target: 'a symbol, a path or a question' },
  ask: ({ target }) => `Explain ${target}: what it is for, how it works, and what it depends on. Cite path:lines.`,
  async known({ target }, budget, { workspace, fence, format, signal }) {
    const options = { budget, format, signal, scope: 'exploratory', filter: fence.filter() } as const;
    return (await workspace.engine.context(target, { ...options, tokenizer: workspace.tokenizer })).text;
  },
};

const impact: Prompt = {
  name: 'impact',
  description: 'List what a change of a symbol affects',
  arguments: { symbol: 'symbol to change' },
  ask: ({ symbol }) =>
    `What could break if ${symbol} changes? Below is what depends on it, nearest first. Go through the list, and say what to test. Cite path:lines.`,
  async known({ symbol }, budget, { workspace: { engine, tokenizer }, fence, count }) {
    const { dependents } = await engine.impact(symbol, { budget, tokenizer, offers: fence.offers });
    const lines = dependents
      .filter(({ path }) => fence.allows(path))
      .map(({ distance, site, name, verb, on }) => `${distance}  ${formatSite(site)}  ${name} ${verb} ${on}\n`);
    while (count(lines.join('')) > budget) lines.length = Math.floor(lines.length * 0.9);
    return lines.join('') || `Nothing in the index depends on ${symbol} by name.\n`;
  },
};

const onboard: Prompt = {
  name: 'onboard',
  description: 'Introduce this project to a newcomer',
  arguments: {},
  ask: () =>
    'Introduce me to this project: what it does, its main parts and how they work together, where to start reading, and how it is built and tested. Look at what you need; cite paths.',
  async known(_, budget, { workspace: { engine, tokenizer }, fence }) {
    const { text } = await engine.outline('.', { budget, tokenizer, wants: (path) => fence.allows(path) });
    return text;
  },
};

const prompts: readonly Prompt[] = [explain, impact, onboard];

export const listPrompts = (): Listing[] =>
  prompts.map(({ name, description, arguments: takes }) => ({
    name,
    description,
    arguments: Object.entries(takes).map(([key, what]) => ({ name: key, description: what, required: true })),
  }));

export async function getPrompt(
  name: string,
  given: Readonly<Record<string, string>>,
  call: Call,
): Promise<GetPromptResult> {
  const prompt = prompts.find((one) => one.name === name);
  if (!prompt) throw new McpError(ErrorCode.InvalidParams, `Unknown prompt ${name}`);
  const takes = Object.keys(prompt.arguments);
  const missing = takes.filter((key) => !given[key]?.trim());
  const unknown = Object.keys(given).filter((key) => !takes.includes(key));
  if (missing.length > 0) throw new McpError(ErrorCode.InvalidParams, `${name} needs ${missing.join(', ')}`);
  if (unknown.length > 0) throw new McpError(ErrorCode.InvalidParams, `${name} has no argument ${unknown.join(', ')}`);
  await whenReady(call);
  try {
    const question = prompt.ask(given);
    const budget = call.workspace.limit - call.count(question) - FRAME;
    const text = `${question}\n\n${await prompt.known(given, budget, call)}`;
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  } catch (error) {
    throw error instanceof FroeError ? new McpError(ErrorCode.InvalidParams, messageWithHint(error)) : error;
  }
}

/** Tokens that joining two texts can cost. */
const FRAME = 4;
