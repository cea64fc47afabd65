import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { IPC_CHANNEL } from '../../src-preload/api.ts';
import { defineEvent, defineProcedure } from '../../src-shared/contract/define.ts';
import { createEventHub, createRouter } from '../../src-shared/rpc/index.ts';

const ipcMain = vi.hoisted(() => ({ current: null as unknown as EventEmitter }));
vi.mock('electron', () => ({
  ipcMain: {
    on: (name: string, listener: () => void) => ipcMain.current.on(name, listener),
    off: (name: string, listener: () => void) => ipcMain.current.off(name, listener),
  },
}));
const { serveIpc } = await import('./ipcTransport.ts');

const contract = {
  'test.wait': defineProcedure({ input: z.void(), output: z.void() }),
  'test.onTicked': defineEvent({ payload: z.int(), delivery: 'latest' }),
};

/** A page's main frame with what the main process sent to it. */
function createPage() {
  const sent: unknown[][] = [];
  const frame = {
    origin: 'sounddesk-app://app',
    url: 'sounddesk-app://app/landing',
    parent: null,
    isDestroyed: () => false,
    send: (_channel: string, ...args: unknown[]) => void sent.push(args),
  };
  const contents = Object.assign(new EventEmitter(), { isDestroyed: () => false });
  const notify = (...args: unknown[]) =>
    ipcMain.current.emit(IPC_CHANNEL, { sender: contents, senderFrame: frame }, ...args);
  return { contents, frame, sent, notify };
}

describe('serveIpc', () => {
  const log = { info: vi.fn(), error: vi.fn() };
  let events: ReturnType<typeof createEventHub<typeof contract>>;
  let router: ReturnType<typeof createRouter>;
  let stop: () => void;

  beforeEach(() => {
    ipcMain.current = new EventEmitter();
    log.error.mockClear();
    events = createEventHub<typeof contract>();
    router = createRouter({
      contract,
      handlers: { 'test.wait': () => new Promise<void>(() => undefined) },
      events,
      protocolVersion: 1,
      log: () => undefined,
      createCorrelationId: () => 'id',
    });
    stop = serveIpc(router, log);
  });
  afterEach(() => stop());

  /** A page with a call and a subscription under way on each of so many connections. */
  function busyPage(connections = 1) {
    const page = createPage();
    for (let connection = 1; connection <= connections; connection++) {
      page.notify(connection, 'open');
      page.notify(connection, 'frame', { kind: 'hello', version: 1 });
      page.notify(connection, 'frame', { kind: 'call', id: 1, name: 'test.wait' });
      page.notify(connection, 'frame', { kind: 'subscribe', id: 2, name: 'test.onTicked' });
    }
    return page;
  }

  it('carries frames in both directions', () => {
    const page = busyPage();
    events.emit('test.onTicked', 7);
    expect(page.sent).toEqual([
      [1, 'frame', { kind: 'welcome', version: 1 }],
      [1, 'frame', { kind: 'event', id: 2, payload: 7 }],
    ]);
    expect(router.activeCount).toBe(2);
  });

  it.each([['did-navigate'], ['render-process-gone'], ['destroyed']])(
    'ends all calls and subscriptions of a page on %s',
    (event) => {
      const page = busyPage(3);
      expect([router.peerCount, events.listenerCount]).toEqual([3, 3]);
      page.contents.emit(event, {});
      expect([router.peerCount, router.activeCount, events.listenerCount]).toEqual([0, 0, 0]);
    },
  );

  it('keeps the connections of a page that stays: a denied navigation ends nothing', () => {
    const page = busyPage();
    page.contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    page.contents.emit('did-navigate-in-page', {});
    expect(router.activeCount).toBe(2);
  });

  it('ends one connection when the page closes it, and leaves the others', () => {
    const page = busyPage(2);
    page.notify(1, 'close');
    expect([router.peerCount, events.listenerCount]).toEqual([1, 1]);
  });

  it('replaces a connection whose number is opened again', () => {
    const page = busyPage();
    page.notify(1, 'open');
    expect([router.peerCount, router.activeCount]).toEqual([1, 0]);
  });

  it('opens eight connections for a page and no more', () => {
    const page = createPage();
    for (let connection = 1; connection <= 20; connection++) page.notify(connection, 'open');
    expect(router.peerCount).toBe(8);
    expect(page.sent).toHaveLength(12);
    expect(page.sent[0]).toEqual([9, 'close']);
  });

  it('holds back all but the latest of an event for a page that does not keep up', () => {
    const page = busyPage();
    for (let tick = 1; tick <= 100; tick++) events.emit('test.onTicked', tick);
    const waiting = page.sent.length;
    expect(waiting).toBe(32);
    page.notify(1, 'taken', 8);
    expect(page.sent.slice(waiting)).toEqual([[1, 'frame', { kind: 'event', id: 2, payload: 100 }]]);
  });

  it('does not answer a sub-frame, a foreign page or a frame that is gone', () => {
    const page = createPage();
    const parts = [{ parent: page.frame }, { origin: 'https://evil.example' }, { url: 'about:blank' }];
    for (const part of parts) {
      const senderFrame = { ...page.frame, ...part };
      ipcMain.current.emit(IPC_CHANNEL, { sender: page.contents, senderFrame }, 1, 'open');
    }
    ipcMain.current.emit(IPC_CHANNEL, { sender: page.contents, senderFrame: null }, 1, 'open');
    expect(router.peerCount).toBe(0);
    expect(log.error).toHaveBeenCalledTimes(4);
  });

  it('ends everything when it is stopped, and hears nothing after', () => {
    const page = busyPage(2);
    stop();
    page.notify(3, 'open');
    expect([router.peerCount, events.listenerCount]).toEqual([0, 0]);
  });
});
