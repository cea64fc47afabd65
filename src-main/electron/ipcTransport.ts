import { ipcMain, type IpcMainEvent, type WebContents, type WebFrameMain } from 'electron';
import { z } from 'zod';
import { IPC_CHANNEL, type ToPage } from '../../src-preload/api.ts';
import type { Log } from '../core/ports.ts';
import type { Router } from '../../src-shared/rpc/index.ts';
import { createPageChannel, type PageChannel } from './pageChannel.ts';
import { isTrustedSender } from './policies/sender.ts';

/** Connections that one document may have open together; ours opens one. */
const MAX_CONNECTIONS_PER_PAGE = 8;

const connectionSchema = z.int().min(1);
const messageSchema = z.union([
  z.tuple([connectionSchema, z.literal('open')]),
  z.tuple([connectionSchema, z.literal('frame'), z.unknown()]),
  z.tuple([connectionSchema, z.literal('taken'), z.int().min(1).max(1024)]),
  z.tuple([connectionSchema, z.literal('close')]),
]);

/**
 * Serves the router to the main frame of every page of ours. Connections end with their document:
 * on navigation, reload, crash and destruction, so that nothing of a page outlives it.
 *
 * @returns ends all connections and stops listening
 */
export function serveIpc(router: Pick<Router, 'connect'>, log: Log): () => void {
  const pages = new Map<WebContents, Map<number, PageChannel>>();
  const onMessage = (event: IpcMainEvent, ...received: unknown[]) => {
    const frame = event.senderFrame;
    if (!frame || !isTrustedSender(describeFrame(frame))) {
      return log.error(
        'A message of a foreign sender was refused.',
        new Error(frame?.url ?? 'frame is gone'),
      );
    }
    const message = messageSchema.safeParse(received);
    if (!message.success) return log.error('A malformed message was refused.', message.error);
    const connections = connectionsOf(event.sender);
    const [connection, kind, detail] = message.data;
    if (kind === 'open') return open(connections, connection, frame);
    const channel = connections.get(connection);
    if (kind === 'frame') channel?.receive(detail);
    else if (kind === 'taken') channel?.taken(detail);
    else channel?.close();
  };

  function connectionsOf(contents: WebContents): Map<number, PageChannel> {
    const known = pages.get(contents);
    if (known) return known;
    const connections = new Map<number, PageChannel>();
    pages.set(contents, connections);
    endWithDocument(contents, () => closeAll(contents));
    return connections;
  }

  function open(connections: Map<number, PageChannel>, connection: number, frame: WebFrameMain): void {
    connections.get(connection)?.close();
    if (connections.size >= MAX_CONNECTIONS_PER_PAGE) {
      return sendTo(frame, [connection, 'close']);
    }
    const channel = createPageChannel((...message) => sendTo(frame, [connection, ...message]));
    connections.set(connection, channel);
    channel.onClose(() => connections.delete(connection));
    router.connect(channel);
  }

  function closeAll(contents: WebContents): void {
    for (const channel of [...(pages.get(contents)?.values() ?? [])]) channel.close();
    if (contents.isDestroyed()) pages.delete(contents);
  }

  ipcMain.on(IPC_CHANNEL, onMessage);
  return () => {
    ipcMain.off(IPC_CHANNEL, onMessage);
    for (const contents of [...pages.keys()]) closeAll(contents);
    pages.clear();
  };
}

function describeFrame(frame: WebFrameMain) {
  return { origin: frame.origin, url: frame.url, isMainFrame: frame.parent === null };
}

/**
 * The commit of a navigation ends the document, not its start: one that is denied leaves the page
 * as it is. The commit is heard before anything that the new document sends, since both come over
 * the frame's one pipe.
 */
function endWithDocument(contents: WebContents, onEnd: () => void): void {
  contents.on('did-navigate', onEnd);
  contents.on('render-process-gone', onEnd);
  contents.once('destroyed', onEnd);
}

/** The frame may go between the check and the sending; its connections then end by the events above. */
function sendTo(frame: WebFrameMain, message: ToPage): void {
  if (!frame.isDestroyed()) frame.send(IPC_CHANNEL, ...message);
}
