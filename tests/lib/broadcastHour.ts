import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeProgramme } from './broadcastProgramme.ts';
import { startNginx, type RtmpServer } from './rtmpServers.ts';
import { slopeOf } from './slopeOf.ts';

const HOST = join(import.meta.dirname, 'broadcastHourHost.ts');
const DESTINATIONS = 4;
const VIDEO_KBPS = 3000;
const ROUND_SEC = 10;
/** Until the ring is full, and what the compiler makes of the code is there. */
const WARM_UP_SEC = 60;

export interface HourReport {
  /** Of the process of the host: as many samples as seconds, from the end of the first minute on. */
  rssBytes: number[];
  /** What each destination takes beside a host that sends nowhere. */
  bytesEach: number;
  /** By how much it grows in an hour, by all samples. */
  growthBytesAnHour: number;
  reconnects: number;
  /** With one server that stands still. */
  endedInMs: number;
}

/** Four destinations at 3 Mb/s for so long, beside a host without any; one server stands still at the end. */
export async function measureHour(dir: string, minutes: number): Promise<HourReport> {
  await makeProgramme(dir, ROUND_SEC, VIDEO_KBPS);
  const servers = await Promise.all(Array.from({ length: DESTINATIONS }, () => startNginx(dir)));
  const addresses = servers.map(({ address }) => address.replace(/\/live$/, '/unrecorded'));
  const [idle, sending] = [startHost(dir, []), startHost(dir, addresses)];
  try {
    await sleep((WARM_UP_SEC + minutes * 60) * 1000);
    const [first] = servers as [RtmpServer];
    first.pause();
    const { endedInMs, reconnects } = await sending.end();
    await idle.end();
    const rssBytes = sending.rssBytes.slice(WARM_UP_SEC);
    return {
      rssBytes,
      bytesEach: (median(rssBytes) - median(idle.rssBytes.slice(WARM_UP_SEC))) / DESTINATIONS,
      growthBytesAnHour: slopeOf(rssBytes) * 3600,
      reconnects: reconnects.reduce((sum, count) => sum + count, 0),
      endedInMs,
    };
  } finally {
    for (const { child } of [idle, sending]) child.kill('SIGKILL');
    await Promise.all(servers.map((server) => server.stop()));
  }
}

type Message = { rssBytes: number } | Ended;
interface Ended {
  endedInMs: number;
  reconnects: number[];
}

function startHost(dir: string, addresses: readonly string[]) {
  const child: ChildProcess = fork(HOST, [join(dir, 'programme.flv'), String(VIDEO_KBPS), ...addresses]);
  const rssBytes: number[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  child.on('message', (message: Message) => {
    if ('rssBytes' in message) rssBytes.push(message.rssBytes);
    else resolve(message);
  });
  const gone = once(child, 'exit').then(() => {
    throw new Error('a host ended before it was to');
  });
  gone.catch(() => undefined);
  return {
    child,
    rssBytes,
    async end(): Promise<Ended> {
      child.send('end');
      return await Promise.race([ended, gone]);
    },
  };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
