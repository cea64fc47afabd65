import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { GroupRing } from '../groupRing.ts';
import type { ProgrammeFormat } from '../programme.ts';
import { decodeAmf0, encodeAmf0, type Amf0Value } from './amf0.ts';
import { ChunkReader, encodeMessage, MESSAGE, type RtmpMessage } from './chunks.ts';
import { openPublisher, type PublisherOptions } from './publisher.ts';

const KEY = 'secret-key-1234';
const FORMAT: ProgrammeFormat = {
  video: { avcConfig: Buffer.of(1, 100), width: 1280, height: 720, fps: 30, bitrateKbps: 3000 },
  audio: { aacConfig: Buffer.of(0x11, 0x90), sampleRateHz: 48_000, channels: 2, bitrateKbps: 160 },
};

type Say = (...values: Amf0Value[]) => void;
interface Heard {
  commands: Amf0Value[][];
  messages: RtmpMessage[];
}

/** A server of a platform: `answer` says what it says to a command. */
async function startServer(
  answer: (command: Amf0Value[], say: Say, socket: Socket) => void,
): Promise<{ port: number; heard: Heard; send: (message: RtmpMessage) => void }> {
  const heard: Heard = { commands: [], messages: [] };
  const sockets: Socket[] = [];
  const send = (message: RtmpMessage) =>
    sockets.forEach((socket) => socket.write(Buffer.concat(encodeMessage(message, 3, 128))));
  const say: Say = (...values) =>
    send({ type: MESSAGE.command, streamId: 0, timestampMs: 0, payload: encodeAmf0(values) });
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    const reader = new ChunkReader();
    let waiting = Buffer.alloc(0);
    let isOpen = false;
    socket.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      if (!isOpen && waiting.length >= 1537 && socket.bytesWritten === 0) {
        socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(1536), waiting.subarray(1, 1537)]));
      }
      if (!isOpen && waiting.length < 1537 + 1536) return;
      const rest = isOpen ? waiting : waiting.subarray(1537 + 1536);
      isOpen = true;
      waiting = Buffer.alloc(0);
      for (const message of reader.push(rest)) {
        heard.messages.push(message);
        if (message.type !== MESSAGE.command) continue;
        const command = decodeAmf0(message.payload);
        heard.commands.push(command);
        answer(command, say, socket);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, heard, send };
}

const open = (port: number, more: Partial<PublisherOptions> = {}) =>
  openPublisher({
    address: { protocol: 'rtmp', host: '127.0.0.1', port, app: 'live' },
    key: KEY,
    format: FORMAT,
    ring: new GroupRing(1000),
    acknowledgeEveryBytes: 100_000,
    onAcknowledged: () => undefined,
    onClosed: () => undefined,
    onReconnectRequested: () => undefined,
    signal: new AbortController().signal,
    ...more,
  });

/** Takes everything. */
function welcome([name, transaction]: Amf0Value[], say: Say): void {
  if (name === 'connect') say('_result', transaction, {}, { code: 'NetConnection.Connect.Success' });
  if (name === 'createStream') say('_result', transaction, null, 7);
  if (name === 'publish') say('onStatus', 0, null, { level: 'status', code: 'NetStream.Publish.Start' });
}

const status = (code: string, description: string, level = 'error') => ({ level, code, description });

describe('a publisher', () => {
  it('says what a server has to know, with its key in the commands of publishing alone', async () => {
    const { port, heard } = await startServer(welcome);
    const publisher = await open(port);
    publisher.send({ kind: 'video', atMs: 40.4, isKey: true, bytes: Buffer.from('frame') });
    await publisher.end();
    expect(heard.commands.map(([name]) => name)).toEqual([
      ...['connect', 'releaseStream', 'FCPublish', 'createStream', 'publish', 'FCUnpublish', 'deleteStream'],
    ]);
    expect(heard.commands[0]?.[2]).toMatchObject({ app: 'live', tcUrl: `rtmp://127.0.0.1:${port}/live` });
    expect(JSON.stringify(heard.commands[0])).not.toContain(KEY);
    const window = heard.messages.find(({ type }) => type === MESSAGE.windowAcknowledgementSize);
    expect(window?.payload.readUInt32BE()).toBe(100_000);
    const shown = heard.messages.filter(({ streamId, type }) => streamId === 7 && type !== MESSAGE.command);
    expect(shown.map(({ type, timestampMs }) => [type, timestampMs])).toEqual([
      [MESSAGE.data, 0],
      [MESSAGE.video, 0],
      [MESSAGE.audio, 0],
      [MESSAGE.video, 40],
    ]);
    expect(shown[3]?.payload).toEqual(Buffer.concat([Buffer.of(0x17, 1, 0, 0, 0), Buffer.from('frame')]));
  });

  it.each([
    ['publish', 'NetStream.Publish.BadName', `Stream ${KEY} is not known`, 'refused'],
    ['publish', 'NetStream.Publish.BadName', 'Already publishing', 'alreadyPublishing'],
    ['publish', 'NetStream.Publish.Denied', '', 'refused'],
  ])('whose %s is answered by %s (%s) has failed: %#', async (at, code, description, failure) => {
    const { port } = await startServer((command, say) => {
      if (command[0] === at) say('onStatus', 0, null, status(code, description));
      else welcome(command, say);
    });
    const error: unknown = await open(port).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ failure });
    expect(String(error)).not.toContain(KEY);
  });

  it('whose application is not known is refused', async () => {
    const { port } = await startServer(([, transaction], say) =>
      say('_error', transaction, null, status('NetConnection.Connect.Rejected', 'No such application')),
    );
    await expect(open(port)).rejects.toMatchObject({
      failure: 'refused',
      message: 'The server refused the stream: No such application (NetConnection.Connect.Rejected)',
    });
  });

  it('does not wait for ever', async () => {
    const { port } = await startServer(() => undefined);
    await expect(open(port, { timeoutMs: 50 })).rejects.toMatchObject({ failure: 'timedOut' });
  });

  it('answers pings, hears what has arrived, and is asked to go elsewhere', async () => {
    const { port, heard, send } = await startServer(welcome);
    const acknowledged = Promise.withResolvers<number>();
    const requested = Promise.withResolvers<string | null>();
    const publisher = await open(port, {
      onAcknowledged: acknowledged.resolve,
      onReconnectRequested: requested.resolve,
    });
    const control = (type: number, hex: string) =>
      send({ type, streamId: 0, timestampMs: 0, payload: Buffer.from(hex, 'hex') });
    control(MESSAGE.acknowledgement, '00001388');
    expect(await acknowledged.promise).toBe(5000);
    control(MESSAGE.userControl, '000600000bb8');
    await expect
      .poll(() => heard.messages.find(({ type }) => type === MESSAGE.userControl)?.payload.toString('hex'))
      .toBe('000700000bb8');
    const info = {
      ...status('NetConnection.Connect.ReconnectRequest', '', 'status'),
      tcUrl: 'rtmp://b.example/live',
    };
    const payload = encodeAmf0(['onStatus', 0, null, info]);
    send({ type: MESSAGE.command, streamId: 0, timestampMs: 0, payload });
    expect(await requested.promise).toBe('rtmp://b.example/live');
    publisher.destroy();
  });

  it('says why it was closed after it was open', async () => {
    const { port, send } = await startServer(welcome);
    const closed = Promise.withResolvers<unknown>();
    await open(port, { onClosed: closed.resolve });
    const payload = encodeAmf0([
      'onStatus',
      0,
      null,
      status('NetStream.Publish.Rejected', 'Bitrate too high'),
    ]);
    send({ type: MESSAGE.command, streamId: 0, timestampMs: 0, payload });
    expect(await closed.promise).toMatchObject({ failure: 'refused' });
  });
});
