import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { startApiHost, type ApiHost } from '../lib/apiHost.ts';
import { COMMAND_LINE_PATH, createCommandLine } from '../lib/commandLine.ts';
import { makeNoise, writeWav } from '../lib/recordings.ts';

let api: ApiHost;
let run: ReturnType<typeof createCommandLine>;
beforeAll(async () => {
  api = await startApiHost();
  const inFolder = createCommandLine(api.dataDir);
  run = (args, options = {}) =>
    inFolder(args, { ...options, env: { SOUNDDESK_DATA_DIR: api.dataDir, ...options.env } });
});
afterAll(() => api?.close());

describe('the command line', () => {
  it('says what the app that is open does', async () => {
    const { code, stdout } = await run(['status']);
    expect([code, stdout]).toEqual([0, 'Noise cancellation: off\nRecording: off\nBroadcast: off\n']);
    expect(JSON.parse((await run(['status', '--json'])).stdout)).toMatchObject({ recording: { take: null } });
  });

  it('drives its recording, and says why it cannot', async () => {
    const stopped = await run(['record', 'stop']);
    expect([stopped.code, stopped.stderr]).toEqual([1, 'No take is being recorded.\n']);
  });

  it('prints its events', async () => {
    const { promise: started, resolve } = Promise.withResolvers<ChildProcess>();
    const ended = run(['events', 'settings.onChanged'], { onStarted: resolve });
    const child = await started;
    let printed = '';
    child.stdout?.on('data', (text: string) => (printed += text));
    // It listens at some moment: until then nothing that changes is printed.
    await expect
      .poll(async () => {
        unwrap(await api.client.call('settings.update', { theme: 'light' }));
        return printed;
      })
      .toContain('"name":"settings.onChanged"');
    child.kill('SIGTERM');
    await ended;
  });
});

describe('events on the command line', () => {
  /** Runs the command at a server that answers so: `call` counts from 1. */
  async function follow(answer: (call: number, request: IncomingMessage, response: ServerResponse) => void) {
    let calls = 0;
    const server = createServer((request, response) => answer((calls += 1), request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { SOUNDDESK_API: `http://127.0.0.1:${port}`, SOUNDDESK_API_KEY: 'sdk_x' };
    const ended = await run(['events'], { env });
    server.close();
    return { ...ended, calls };
  }
  const EVENTS = { 'content-type': 'text/event-stream' };

  it('continue behind the last one when the connection breaks, and say so', async () => {
    const lastIds: unknown[] = [];
    const { code, stdout, stderr } = await follow((call, request, response) => {
      lastIds.push(request.headers['last-event-id']);
      if (call > 2) return void response.writeHead(401).end('{"detail":"This key was revoked."}');
      response.writeHead(200, EVENTS);
      response.write(`id: a-${call}\nevent: settings.onChanged\ndata: {}\n\n`, () => response.destroy());
    });
    expect(lastIds).toEqual([undefined, 'a-1', 'a-2']);
    expect(stdout.match(/"a-\d"/g)).toEqual(['"a-1"', '"a-2"']);
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      'The connection to SoundDesk broke. Connecting again…',
      'Connected again.',
    ]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('This key was revoked.')]);
  });

  it('end with what is wrong where what comes is no event', async () => {
    const damaged = await follow((_, __, response) =>
      response.writeHead(200, EVENTS).end('id: a-1\nevent: settings.onChanged\ndata: {"theme":\n\n'),
    );
    expect(damaged).toMatchObject({ code: 1, stderr: 'The event a-1 is not JSON: {"theme":\n', calls: 1 });
    const page = await follow((_, __, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>'),
    );
    expect(page).toMatchObject({ code: 1, calls: 1 });
    expect(page.stderr).toMatch(/is not the API of SoundDesk\.\n$/);
  });
});

describe('an assistant', () => {
  async function connect(key: string, agrees: boolean | null) {
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: agrees === null ? {} : { elicitation: {} } },
    );
    if (agrees !== null)
      client.setRequestHandler(ElicitRequestSchema, () => ({
        action: agrees ? ('accept' as const) : ('decline' as const),
        ...(agrees ? { content: { agree: true } } : {}),
      }));
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [COMMAND_LINE_PATH, 'mcp'],
        env: {
          ...(process.env as Record<string, string>),
          SOUNDDESK_DATA_DIR: api.dataDir,
          SOUNDDESK_API_KEY: key,
        },
      }),
    );
    return client;
  }
  const createPreset = async () =>
    unwrap(
      await api.client.call('presets.create', {
        name: 'Garage',
        description: '',
        environment: 'Home',
        sensitivity: 1,
        noiseReduction: 2,
        equalizerGainsDb: null,
        compressor: null,
      }),
    ).id;

  it('has the tools that its key allows', async () => {
    const client = await connect((await api.createKey(['read'])).key, null);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('listTakes');
    expect(tools.map(({ name }) => name)).not.toContain('deletePreset');
    const listed = await client.callTool({ name: 'listPresets', arguments: { limit: 1 } });
    expect(JSON.stringify(listed.content)).toContain('home-quiet');
    expect((await client.callTool({ name: 'deletePreset', arguments: { id: 'x' } })).isError).toBe(true);
    await client.close();
  });

  it('cleans a file of a folder that a person opened', async () => {
    const folder = join(api.dataDir, '..', 'shows');
    mkdirSync(folder);
    writeWav(join(folder, 'monday.wav'), { sampleRate: 48_000, channels: [makeNoise(48_000, 3)] });
    unwrap(await api.client.call('openFolders.add', { path: folder }));
    const client = await connect((await api.createKey(['read', 'files'])).key, null);
    const callTool = async (name: string, args: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [{ text = '' } = {}] = content as { text?: string }[];
      expect(isError, text).toBe(false);
      return JSON.parse(text) as Record<string, unknown>;
    };
    const [{ id: folderId = '' } = {}] = (await callTool('listFolders', {})).items as { id?: string }[];
    expect((await callTool('listFolderFiles', { folderId })).items).toMatchObject([{ path: 'monday.wav' }]);
    const { id: jobId } = await callTool('cleanFolderFile', { folderId, path: 'monday.wav' });
    const read = () => callTool('readJob', { jobId });
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toBe('running');
    expect(await read()).toMatchObject({ state: 'done', result: { name: 'monday (clean).wav' } });
    await client.close();
  });

  it('deletes what a person agrees to, and nothing else', async () => {
    const id = await createPreset();
    const remove = async (agrees: boolean | null) => {
      const client = await connect(api.key, agrees);
      const { isError } = await client.callTool({ name: 'deletePreset', arguments: { id } });
      await client.close();
      return isError;
    };
    const isThere = async () =>
      unwrap(await api.client.call('presets.list')).presets.some((preset) => preset.id === id);
    expect([await remove(null), await isThere()]).toEqual([true, true]);
    expect([await remove(false), await isThere()]).toEqual([true, true]);
    expect([await remove(true), await isThere()]).toEqual([false, false]);
  });
});
