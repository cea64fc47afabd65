import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import {
  API_ROUTES,
  fieldsOf,
  operationOf,
  type ApiRoute,
  scopeFor,
  type KeyScope,
} from '../../../../src-shared/api/index.ts';
import { readVersion } from '../../project.ts';
import { EXIT, print, printError } from '../output.ts';
import { parseCommand } from '../parse.ts';
import { callApi, findApi, NOT_SERVED, type ApiPlace } from './api.ts';

const MCP_HELP = `sounddesk mcp

A server of the Model Context Protocol on standard input and output, for assistants: they clean, record,
look through takes, transcribe and export in the SoundDesk that runs on this computer. Its API must be on,
and $SOUNDDESK_API_KEY is a key from Settings, under API Keys: what the key may not do is no tool.
Before something is deleted or goes live, you are asked by your assistant's program.

  --help       print this

Exit codes: 0 the assistant closed it, 1 no key, or no SoundDesk with its API on runs, 2 wrong usage.`;

/** Files, forms and streams are no text for an assistant. */
const isTool = ({ action }: ApiRoute): boolean =>
  !['download', 'upload', 'events'].includes(action.kind) &&
  !(action.kind === 'recipe' && action.file !== undefined);

export async function runMcp(args: string[]): Promise<number> {
  const { values } = parseCommand('mcp', args, { help: { type: 'boolean', short: 'h' } });
  if (values.help) {
    print(MCP_HELP);
    return EXIT.ok;
  }
  const api = findApi(process.env, true);
  const key = api ? await callApi(api, 'readKey') : null;
  if (!api || !key?.isGood) {
    printError(key?.message ?? `${NOT_SERVED} $SOUNDDESK_API_KEY is the key to call it with.`);
    return EXIT.failed;
  }
  const { scopes } = key.data as { scopes: KeyScope[] };
  const pending = createPending();
  const server = createMcpServer(api, scopes, pending);
  const closed = new Promise<void>((resolve) => (server.onclose = resolve));
  process.stdin.once('end', () => void pending.settled().then(() => server.close()));
  await server.connect(new StdioServerTransport());
  await closed;
  return EXIT.ok;
}

function createMcpServer(api: ApiPlace, scopes: readonly KeyScope[], pending: Pending): Server {
  const routes = API_ROUTES.filter((route) => isTool(route) && scopeFor(scopes, route) !== null);
  const server = new Server({ name: 'sounddesk', version: readVersion() }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: routes.map(toolOf) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const route = routes.find(({ id }) => id === params.name);
    const say = (text: string, isError: boolean) => ({ content: [{ type: 'text' as const, text }], isError });
    if (!route) return say(`There is no tool “${params.name}” for this key.`, true);
    const refusal = route.needsConsent ? await askPerson(server, route, params.arguments) : null;
    if (refusal !== null) return say(refusal, true);
    const { isGood, data, message } = await pending.add(callApi(api, route.id, params.arguments));
    return isGood ? say(JSON.stringify(data), false) : say(message, true);
  });
  return server;
}

/** Calls that are answered before the server ends, though nothing more is asked. */
function createPending() {
  const calls = new Set<Promise<unknown>>();
  return {
    add<T>(call: Promise<T>): Promise<T> {
      calls.add(call);
      return call.finally(() => calls.delete(call));
    },
    settled: () => Promise.allSettled(calls),
  };
}
type Pending = ReturnType<typeof createPending>;

function toolOf(route: ApiRoute): Tool {
  return {
    name: route.id,
    description: [route.summary, route.description].filter(Boolean).join('. '),
    inputSchema: fieldsOf(operationOf(route)) as Tool['inputSchema'],
    annotations: {
      readOnlyHint: route.method === 'get',
      destructiveHint: route.needsConsent ?? false,
      openWorldHint: false,
    },
  };
}

/** null: the person agreed. An assistant does not agree in their place: without a program that asks, nothing is done. */
async function askPerson(server: Server, { summary }: ApiRoute, input: unknown): Promise<string | null> {
  if (!server.getClientCapabilities()?.elicitation)
    return `“${summary}” needs the agreement of a person, and this program cannot ask for it. Do it in SoundDesk.`;
  const { action, content } = await server.elicitInput({
    message: `${summary}? ${JSON.stringify(input ?? {})}`,
    requestedSchema: {
      type: 'object',
      properties: { agree: { type: 'boolean', title: 'Yes, do it', default: false } },
      required: ['agree'],
    },
  });
  return action === 'accept' && content?.agree === true
    ? null
    : 'The person did not agree: nothing was done.';
}
