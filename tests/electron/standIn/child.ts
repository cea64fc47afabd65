/**
 * The stand-in's process: does what Electron's program does with an app's folder (reads its
 * package.json, runs its entry, becomes ready), then does what the test asks.
 *
 *     node --import register.ts child.ts <folder of the app>
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Channel } from '../../../src-shared/rpc/index.ts';
import { driver, openBridgeChannel } from './driver.ts';
import { app } from './electron/app.ts';
import type { FromChild, ToChild } from './messages.ts';

const channels = new Map<number, Channel>();

const appFolder = path.resolve(process.argv[2] ?? '.');
const { main } = JSON.parse(readFileSync(path.join(appFolder, 'package.json'), 'utf8')) as { main: string };
try {
  await import(pathToFileURL(path.join(appFolder, main)).href);
} catch (error) {
  notify({ kind: 'broken', reason: String(error) });
  process.exit(1);
}
app.becomeReady();
process.on('message', (message) => void onMessage(message as ToChild));
process.once('disconnect', () => process.exit(0));
notify({ kind: 'started' });

async function onMessage(message: ToChild): Promise<void> {
  switch (message.kind) {
    case 'ask':
      return answer(message);
    case 'channel.open':
      return openChannel(message.channel);
    case 'channel.frame':
      return channels.get(message.channel)?.send(message.frame);
    case 'channel.close':
      return channels.get(message.channel)?.close();
  }
}

async function answer({ id, name, args }: Extract<ToChild, { kind: 'ask' }>): Promise<void> {
  try {
    const value = await (driver as Record<string, (...args: never[]) => unknown>)[name]?.(
      ...(args as never[]),
    );
    // What is reported must be data: parts that are not are left out.
    notify({ kind: 'answer', id, value: JSON.parse(JSON.stringify(value ?? null)) as unknown });
  } catch (error) {
    notify({ kind: 'answer', id, error: (error as Error).message });
  }
}

function openChannel(id: number): void {
  let channel: Channel;
  try {
    channel = openBridgeChannel();
  } catch {
    // What the bridge lacks the test sees: the connection closes at once.
    return notify({ kind: 'channel.close', channel: id });
  }
  channels.set(id, channel);
  channel.onFrame((frame) => notify({ kind: 'channel.frame', channel: id, frame }));
  channel.onClose(() => notify({ kind: 'channel.close', channel: id }));
}

function notify(message: FromChild): void {
  if (process.connected) process.send?.(message);
}
