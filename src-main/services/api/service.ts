import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { makeFolderDurably, readPrivateFile, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { DEFAULT_API_PORT } from '../../../src-shared/api/index.ts';
import { apiStateSchema, type ApiState, type apiContract } from '../../../src-shared/contract/api.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { AppContract } from '../../../src-shared/contract/index.ts';
import type { RecordingLimits } from '../../../src-shared/domain/planLimits.ts';
import type { Client, Handlers } from '../../../src-shared/rpc/index.ts';
import type { FindBackend } from '../licence/index.ts';
import type { Clock, Log } from '../ports.ts';
import { authorize } from './authorize.ts';
import { createCallLog } from './callLog.ts';
import { createApiEvents } from './events.ts';
import { createJobs } from './jobs.ts';
import { createApiKeys, type ApiKeys } from './keys.ts';
import { createCallCount, monthLimitOf } from './limits.ts';
import { createOrganizationKeys } from './organizationKeys.ts';
import { removeOwnerKey, writeOwnerKey } from './ownerKey.ts';
import { ApiError } from './reply.ts';
import type { ApiServerParts } from './parts.ts';
import { createApiServer } from './server.ts';
import { createWebhooks } from './webhooks.ts';

const LOOPBACK = '127.0.0.1';
const START_ID_BYTES = 6;

const settingsSchema = z.object({
  version: z.literal(1),
  isOn: z.boolean(),
  port: apiStateSchema.shape.port,
});
type ServerSettings = z.infer<typeof settingsSchema>;

export interface ApiServiceOptions {
  dataDir: string;
  /** Calls what the pages call; opened when it is first needed. */
  openClient: () => Client<AppContract>;
  readLimits: () => Promise<RecordingLimits | null>;
  /** Who knows the keys of organizations. */
  findBackend: FindBackend;
  clock: Clock;
  createId: () => string;
  log: Log;
  onChanged: (state: ApiState) => void;
}

export interface ApiService {
  handlers: Handlers<typeof apiContract>;
  /** Serves where it is switched on. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

/** The API for other programs on this computer: off until it is switched on. */
export function createApiService(options: ApiServiceOptions): ApiService {
  const { clock, createId, log, readLimits } = options;
  const folder = join(options.dataDir, 'api');
  const keys = createApiKeys({ path: join(folder, 'keys.json'), clock, createId, log });
  const organizationKeys = createOrganizationKeys(options);
  const count = createCallCount(folder, clock);
  const calls = createCallLog(log);
  const webhooks = createWebhooks({
    path: join(folder, 'webhooks.json'),
    openClient: options.openClient,
    readLimits,
    fetch: (input, init) => fetch(input, init),
    clock,
    createId,
    log,
  });
  const readCalls = async () => ({ ...count.read(), limit: monthLimitOf(await readLimits()) });
  const served = createSwitch(options, folder, (ownerKey) => ({
    client: options.openClient(),
    authorize: (header) => authorize({ keys, organizationKeys, ownerKey }, header),
    async count({ organization }, scope) {
      if (organization) return await organization.count(scope);
      const limit = monthLimitOf(await readLimits());
      if (!count.take(limit))
        throw new ApiError('TOO_MANY_REQUESTS', `All ${limit} calls of this month are used up.`);
    },
    readCalls: async ({ organization }) => organization?.readCalls() ?? (await readCalls()),
    onCall: (call) => calls.add(call),
    createId,
    clock,
    log,
  }));
  const read = async (): Promise<ApiState> => ({
    ...served.state,
    keys: keys.list(),
    webhooks: webhooks.list(),
    calls: await readCalls(),
  });
  return {
    begin: () => served.begin(),
    async close() {
      webhooks.close();
      await served.close();
      calls.close();
    },
    handlers: {
      ...createChangeHandlers(options, { folder, keys, webhooks, served, read }),
      'api.read': read,
      'api.testWebhook': ({ id }) => webhooks.test(id),
      'api.listDeliveries': () => webhooks.listDeliveries(),
      'api.listCalls': () => calls.list(),
    },
  };
}

/** What changes the state, which is announced then. */
function createChangeHandlers(
  { onChanged }: ApiServiceOptions,
  parts: {
    folder: string;
    keys: ApiKeys;
    webhooks: ReturnType<typeof createWebhooks>;
    served: ReturnType<typeof createSwitch>;
    read: () => Promise<ApiState>;
  },
) {
  const { folder, keys, webhooks, served, read } = parts;
  const announce = async (): Promise<ApiState> => {
    const state = await read();
    onChanged(state);
    return state;
  };
  const announced =
    <I>(change: (input: I) => unknown) =>
    async (input: I) => {
      await change(input);
      return await announce();
    };
  return {
    'api.setServer': announced((wanted: { isOn: boolean; port: number }) => {
      makeFolder(folder);
      return served.set(wanted);
    }),
    async 'api.createKey'(input) {
      makeFolder(folder);
      return { key: keys.create(input), state: await announce() };
    },
    'api.revokeKey': announced(({ id }: { id: string }) => keys.revoke(id)),
    'api.removeKey': announced(({ id }: { id: string }) => keys.remove(id)),
    async 'api.createWebhook'({ url, events }) {
      makeFolder(folder);
      return { secret: await webhooks.create(url, events), state: await announce() };
    },
    'api.removeWebhook': announced(({ id }: { id: string }) => webhooks.remove(id)),
  } satisfies Partial<Handlers<typeof apiContract>>;
}

/** With the first thing to keep: a full disk keeps no host from its start. */
function makeFolder(path: string): void {
  try {
    makeFolderDurably(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw failWith('KEYS_UNWRITABLE', 'apiKeysUnwritable', { cause: error });
  }
}

type ListenParts = Omit<ApiServerParts, 'jobs' | 'events' | 'nowMs'> & { clock: Clock };

/** Whether it is served, and where; kept over restarts. */
function createSwitch(
  { dataDir, log }: ApiServiceOptions,
  folder: string,
  partsFor: (ownerKey: string) => ListenParts,
) {
  const path = join(folder, 'server.json');
  let settings = readSettings(path, log);
  let running: Running | null = null;
  let problem: ApiState['problem'] = null;

  async function open(): Promise<void> {
    problem = null;
    const { port } = settings;
    try {
      running = await listen(port, partsFor(writeOwnerKey(dataDir, port)));
    } catch (error) {
      removeOwnerKey(dataDir);
      problem = (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'portTaken' : 'refused';
      log.error('the API cannot be served', error, { port });
    }
  }

  async function shut(): Promise<void> {
    const closing = running;
    running = null;
    if (closing) removeOwnerKey(dataDir);
    await closing?.close();
  }

  return {
    get state() {
      const { isOn, port } = settings;
      return { isOn, port, address: running ? `http://${LOOPBACK}:${port}/api/v1` : null, problem };
    },
    async begin() {
      if (settings.isOn) await open();
    },
    async set(wanted: { isOn: boolean; port: number }) {
      const changed: ServerSettings = { version: 1, ...wanted };
      try {
        writeFileDurably(path, `${JSON.stringify(changed)}\n`, 0o600);
      } catch (error) {
        throw failWith('SETTINGS_UNWRITABLE', 'apiKeysUnwritable', { cause: error });
      }
      settings = changed;
      await shut();
      problem = null;
      if (wanted.isOn) await open();
    },
    close: shut,
  };
}

interface Running {
  close(): Promise<void>;
}

async function listen(port: number, parts: ListenParts): Promise<Running> {
  const nowMs = () => parts.clock.nowMs();
  const onFault = (error: unknown, operation: string) =>
    parts.log.error('long work of the API failed', error, { operation });
  const jobs = createJobs({ nowMs, createId: parts.createId, onFault });
  const events = createApiEvents(parts.client, randomBytes(START_ID_BYTES).toString('hex'));
  const server: Server = createApiServer({ ...parts, jobs, events, nowMs });
  const close = async () => {
    jobs.close();
    events.close();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  try {
    server.listen(port, LOOPBACK);
    await once(server, 'listening');
    return { close };
  } catch (error) {
    jobs.close();
    events.close();
    throw error;
  }
}

function readSettings(path: string, log: Log): ServerSettings {
  try {
    const text = readPrivateFile(path);
    if (text !== null) return settingsSchema.parse(JSON.parse(text));
  } catch (error) {
    log.error('the settings of the API were damaged: it is off', error, { path });
  }
  return { version: 1, isOn: false, port: DEFAULT_API_PORT };
}
