/** A tool call → its result in the protocol. Errors go to the model, which can correct its call. */
import { type CallToolResult, ErrorCode, type Tool as Listing, McpError } from '@modelcontextprotocol/sdk/types.js';
import { FroeError, messageWithHint } from '../errors.js';
import type { Call } from './tool.js';
import { tools } from './tools/index.js';

/** Tools that write are listed only if writing is allowed. */
export const listTools = (write: boolean): Listing[] =>
  tools.filter(({ writes }) => write || !writes).map(({ listing }) => listing as Listing); // tool() makes nothing else

export async function answer(
  name: string,
  given: unknown,
  write: boolean,
  callOf: () => Promise<Call>,
): Promise<CallToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool ${name}`);
  try {
    if (tool.writes && !write)
      throw new FroeError('read-only', `${name} is not allowed`, 'The server was started without --write.');
    const { text, data } = await tool.run(given, await callOf());
    return { isError: false, content: [{ type: 'text', text }], structuredContent: data as Record<string, unknown> }; // every output is an object
  } catch (error) {
    if (!(error instanceof FroeError)) throw error;
    return { isError: true, content: [{ type: 'text', text: messageWithHint(error) }] };
  }
}
