import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { createProject } from '../../src-shared/domain/edit/create.ts';
import type { ApiHost } from './apiHost.ts';

const run = promisify(execFile);
const MEBIBYTE = 1 << 20;

export interface CostFigures {
  /** Of a call of the API, and of as many bytes from a bare server of Node, one after the other over one connection. */
  p50Ms: { api: number; bare: number };
  p99Ms: { api: number; bare: number };
  addedP99Ms: number;
}

/** What the API adds to a call over HTTP. */
export async function measureCallCost(api: ApiHost, calls: number): Promise<CostFigures> {
  const { text } = await api.call('/recording');
  const bare = createServer((_, response) => response.end(text)).listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const { port } = bare.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${api.key}` };
  const times = { api: [] as number[], bare: [] as number[] };
  const time = async (to: 'api' | 'bare') => {
    const startedMs = performance.now();
    const asked = request({
      host: '127.0.0.1',
      port: to === 'api' ? api.port : port,
      path: '/api/v1/recording',
      agent,
      headers,
    }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode !== 200) throw new Error(`the call was answered with ${answer.statusCode}`);
    times[to].push(performance.now() - startedMs);
  };
  // They take turns, so that both meet the same machine; a key has 200 calls a second.
  for (let call = 0; call < calls; call += 1) {
    await time('api');
    await time('bare');
    if (call % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 500));
  }
  agent.destroy();
  bare.close();
  const p99Ms = { api: quantile(times.api, 0.99), bare: quantile(times.bare, 0.99) };
  const p50Ms = { api: quantile(times.api, 0.5), bare: quantile(times.bare, 0.5) };
  return { p50Ms, p99Ms, addedP99Ms: p99Ms.api - p99Ms.bare };
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export interface ListenerFigures {
  listeners: number;
  events: number;
  /** From the change to the last listener that had it. */
  slowestMs: number;
  received: number;
}

/** Every listener gets every event. */
export async function measureListeners(
  api: ApiHost,
  listeners: number,
  events: number,
): Promise<ListenerFigures> {
  const agent = new Agent({ maxSockets: Infinity });
  let received = 0;
  let awaited = 0;
  let onAll = () => undefined as void;
  const open = async () => {
    const asked = request({
      host: '127.0.0.1',
      port: api.port,
      path: '/api/v1/events?names=settings.onChanged',
      agent,
      headers: { authorization: `Bearer ${api.key}` },
    }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`a listener was answered with ${answer.statusCode}`);
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => {
      received += text.split('\nevent: ').length - 1;
      if (received >= awaited) onAll();
    });
    answer.on('error', () => undefined);
    return asked;
  };
  const opened = [];
  for (let index = 0; index < listeners; index += 1) opened.push(await open());
  let slowestMs = 0;
  for (let event = 0; event < events; event += 1) {
    awaited = listeners * (event + 1);
    const all = new Promise<void>((resolve) => (onAll = resolve));
    const startedMs = performance.now();
    unwrap(await api.client.call('settings.update', { theme: event % 2 === 0 ? 'light' : 'dark' }));
    await all;
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
  }
  for (const one of opened) one.destroy();
  agent.destroy();
  return { listeners, events, slowestMs, received };
}

export interface TransferFigures {
  bytes: number;
  upSec: number;
  downSec: number;
  /** By how much the memory of the host grew at most. */
  grewMiB: { up: number; down: number };
}

/** A file up into a project, and one down from an export, by curl: this process is the host alone. */
export async function measureTransfer(api: ApiHost, bytes: number): Promise<TransferFigures> {
  const source = join(api.dataDir, 'source.mkv');
  const folder = join(api.dataDir, 'exports', 'large');
  mkdirSync(folder, { recursive: true });
  for (const path of [source, join(folder, 'large.wav')]) {
    writeFileSync(path, '');
    truncateSync(path, bytes);
  }
  const { id } = unwrap(
    await api.client.call('projects.create', { project: createProject('Large', randomUUID) }),
  ).project;
  const root = `http://127.0.0.1:${api.port}/api/v1`;
  const curl = (...args: string[]) =>
    run('curl', [
      '-sS',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}',
      '-H',
      `Authorization: Bearer ${api.key}`,
      ...args,
    ]);
  const up = await whileWatchingMemory(() =>
    curl('-X', 'POST', '-T', source, `${root}/projects/${encodeURIComponent(id)}/media?name=source.mkv`),
  );
  const down = await whileWatchingMemory(() => curl(`${root}/takes/large/exports/large.wav`));
  rmSync(source);
  // What is no film is refused when all of it has arrived.
  if (!['200', '409', '422'].includes(up.code) || down.code !== '200')
    throw new Error(`the transfers were answered with ${up.code} and ${down.code}`);
  return { bytes, upSec: up.sec, downSec: down.sec, grewMiB: { up: up.grewMiB, down: down.grewMiB } };
}

async function whileWatchingMemory(transfer: () => Promise<{ stdout: string }>) {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100);
  const startedMs = performance.now();
  const { stdout } = await transfer();
  clearInterval(timer);
  const sec = (performance.now() - startedMs) / 1000;
  return { code: stdout, sec, grewMiB: Math.round((most - before) / MEBIBYTE) };
}
