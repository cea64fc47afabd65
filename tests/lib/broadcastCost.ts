import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFanOut, openPublisher } from '../../src-main/services/broadcast/index.ts';
import { parseIngestAddress } from '../../src-shared/domain/broadcast/address.ts';
import { makeProgramme, playProgramme, type Programme } from './broadcastProgramme.ts';
import { startNginx } from './rtmpServers.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const SECONDS = 12;
const VIDEO_KBPS = 3000;

/** Processor time, and memory for each server, of a host that sends a programme of 3 Mb/s to so many servers, beside one that sends it nowhere. */
export async function measureBroadcast(
  dir: string,
  destinations: number,
): Promise<{ coreShare: number; idleCoreShare: number; bytesEach: number; framesMissing: number }> {
  const programme = await makeProgramme(dir, SECONDS, VIDEO_KBPS);
  const servers = await Promise.all(Array.from({ length: destinations }, () => startNginx(dir)));
  try {
    const idle = await send(programme, []);
    const { coreShare, framesMissing, memoryBytes } = await send(
      programme,
      servers.map(({ address }) => address),
    );
    const bytesEach = (memoryBytes - idle.memoryBytes) / destinations;
    return { coreShare, idleCoreShare: idle.coreShare, bytesEach, framesMissing };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function send(programme: Programme, addresses: readonly string[]) {
  const fanOut = createFanOut({
    format: programme.format,
    targets: addresses.map((text, index) => {
      const parsed = parseIngestAddress(text);
      if (!('address' in parsed)) throw new Error(`${text}: ${parsed.problem}`);
      return { id: String(index), address: parsed.address, key: 'bench', catchesUp: true };
    }),
    nowMs: () => performance.now(),
    open: openPublisher,
    onStateChanged: () => undefined,
  });
  const before = process.cpuUsage();
  const startMs = performance.now();
  await playProgramme(programme.packets, fanOut.push);
  const { user, system } = process.cpuUsage(before);
  const coreShare = (user + system) / 1000 / (performance.now() - startMs);
  const memoryBytes = readMemory();
  const ended = await fanOut.end();
  const made = programme.packets.filter(({ kind }) => kind === 'video').length;
  return {
    coreShare,
    memoryBytes,
    framesMissing: ended.reduce((sum, { framesSent }) => sum + made - framesSent, 0),
  };
}

/** What is held: on the heap, and in buffers beside it. */
function readMemory(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
