/** The prompts, in the order in which clients list them. */
import { ErrorCode, type GetPromptResult, type Prompt as Listing, McpError } from '@modelcontextprotocol/sdk/types.js';
import { FroeError } from '../../errors.js';
import { saidOf } from '../answer.js';
import { whenReady } from '../caveats.js';
import type { Call } from '../tool.js';
import { explain } from './explain.js';
import { impact } from './impact.js';
import { onboard } from './onboard.js';
import type { Prompt } from './prompt.js';

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
    throw error instanceof FroeError ? new McpError(ErrorCode.InvalidParams, saidOf(error)) : error;
  }
}

/** Tokens that joining two texts can cost. */
const FRAME = 4;
