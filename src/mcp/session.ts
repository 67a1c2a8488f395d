/**
 * One client: its tools, resources and prompts, bound to the protocol. Several sessions
 * may share an index.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListRootsResultSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  RootsListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { SyncStep } from '../engine/autoSync.js';
import { tokenizer } from '../engine/files.js';
import { answer, listTools } from './answer.js';
import { foldersOf, RootFence } from './fence.js';
import { getPrompt, listPrompts } from './prompts.js';
import { listResources, readResource, templates } from './resources.js';
import type { Call, ServedIndex } from './tool.js';

export interface SessionOptions {
  readonly version: string;
  readonly write: boolean;
  /** The index that this client works with; it may be chosen by the folders that the client names. */
  readonly workspace: (folders: readonly string[]) => Promise<ServedIndex>;
  /** Open it as soon as the client connects, not with its first request: indexing then starts at once. */
  readonly eager: boolean;
}

const INSTRUCTIONS = `Searches this project's code and documents. Start with search (or get_context for an answer with source), read what it finds, use outline to see what a file or the project defines, and references before changing something.`;

/** How long to wait for a client that announces roots but does not list them. */
const ROOTS_TIMEOUT_MS = 3000;

export function session({ version, write, eager, workspace: choose }: SessionOptions): Server {
  const server = newServer(version);
  let pending: Promise<ClientWorkspace> | undefined;
  let unsubscribe = (): void => {};
  const findWorkspace = async (ask: Ask): Promise<ClientWorkspace> => {
    const folders = server.getClientCapabilities()?.roots ? await rootsOf(ask) : [];
    const workspace = await choose(folders);
    unsubscribe();
    unsubscribe = workspace.keeper.listen(() => void server.sendResourceListChanged().catch(() => {})); // the client is gone
    const { engine, within } = workspace;
    const inside = within === undefined || folders.includes(within) ? folders : [within];
    return { workspace, fence: new RootFence(engine.root, inside, undefined, engine.folders.roots) };
  };
  /** Opened once, unless that failed. */
  const clientWorkspace = (ask: Ask): Promise<ClientWorkspace> => {
    pending ??= findWorkspace(ask).catch((error) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
  server.onclose = () => unsubscribe();
  server.oninitialized = () => {
    // An error at this point is reported with the first request.
    if (eager) clientWorkspace((...request) => server.request(...request)).catch(() => {});
  };
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    pending = undefined;
  });

  const callOf = async (extra: Extra): Promise<Call> => {
    const { workspace, fence } = await clientWorkspace(extra.sendRequest);
    const counter = tokenizer(workspace.tokenizer);
    return {
      workspace,
      fence,
      format: workspace.format ?? formatFor(server.getClientVersion()?.name),
      signal: extra.signal,
      follow: following(extra),
      count: (text) => counter.count(text),
    };
  };

  handleRequests(server, write, callOf);
  return server;
}

const newServer = (version: string): Server =>
  new Server(
    { name: 'froe', title: 'froe', version },
    { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: { listChanged: true }, prompts: {} } },
  );

function handleRequests(server: Server, write: boolean, callOf: (extra: Extra) => Promise<Call>): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listTools(write) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    answer(params.name, params.arguments, write, () => callOf(extra)),
  );
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, extra) =>
    listResources(await callOf(extra), params?.cursor),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: templates }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, extra) =>
    readResource(params.uri, await callOf(extra)),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listPrompts() }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }, extra) =>
    getPrompt(params.name, params.arguments ?? {}, await callOf(extra)),
  );
}

/** The index of a client, and the part of it that the client may read. */
interface ClientWorkspace {
  readonly workspace: ServedIndex;
  readonly fence: RootFence;
}

async function rootsOf(ask: Ask): Promise<readonly string[]> {
  try {
    const { roots } = await ask({ method: 'roots/list' }, ListRootsResultSchema, { timeout: ROOTS_TIMEOUT_MS });
    return foldersOf(roots.map(({ uri }) => uri));
  } catch {
    return []; // it cannot list them
  }
}

type Ask = Extra['sendRequest'];
type Extra = Parameters<Parameters<Server['setRequestHandler']>[1]>[1];

/** Progress for a client that gave a token for it; each number is larger than the one before. */
function following({ _meta, sendNotification }: Extra): (step: SyncStep) => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = -1;
  return (step) => {
    const { percent } = step;
    if (percent <= last) return;
    last = percent;
    const params = { progressToken, progress: percent, total: 100, message: progressMessage(step) };
    sendNotification({ method: 'notifications/progress', params }).catch(() => {}); // the client is gone
  };
}

/**
 * The percentage is of the whole run, and the message says so: `25 %: 15 of 30 files read, vectors follow`, then
 * `75 %: all files read, 10 of 20 vectors made`.
 */
function progressMessage({ percent, stage, done, total, vectorsFollow }: SyncStep): string {
  if (percent === 100) return '100 %: the index is up to date';
  return stage === 'embed'
    ? `${percent} %: all files read, ${done} of ${total} vectors made`
    : `${percent} %: ${done} of ${total} files read${vectorsFollow ? ', vectors follow' : ''}`;
}

/**
 * The default format of a client, by the name it gives itself. A name tells whose program
 * it is, not which model reads the answer, so the table is short, and the setting
 * `format` overrides it.
 */
const forms: readonly (readonly [name: RegExp, format: string])[] = [
  [/^claude/i, 'claude'], // claude-code, claude-ai (the desktop)
  [/^(codex|openai|chatgpt)/i, 'gpt'], // codex-mcp-client, openai-mcp
];

const formatFor = (client: string | undefined): string =>
  forms.find(([name]) => name.test(client ?? ''))?.[1] ?? 'generic';
