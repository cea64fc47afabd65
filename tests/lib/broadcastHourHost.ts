/** The host of `broadcastHour.ts`, in a process of its own: a programme of this file to these addresses, until it is ended. */
import { createFanOut, openPublisher } from '../../src-main/services/broadcast/index.ts';
import { parseIngestAddress } from '../../src-shared/domain/broadcast/address.ts';
import { playProgramme, readProgramme } from './broadcastProgramme.ts';

const SAMPLE_EVERY_MS = 1000;

const [, , path = '', videoKbps, ...addresses] = process.argv;
const { format, packets } = readProgramme(path, Number(videoKbps));
const roundMs = Math.ceil((packets.at(-1)?.atMs ?? 0) / 1000) * 1000;
const fanOut = createFanOut({
  format,
  targets: addresses.map((text, index) => {
    const parsed = parseIngestAddress(text);
    if (!('address' in parsed)) throw new Error(`${text}: ${parsed.problem}`);
    return { id: String(index), address: parsed.address, key: 'soak', catchesUp: true };
  }),
  nowMs: () => performance.now(),
  open: openPublisher,
  onStateChanged: () => undefined,
});
const sampling = setInterval(() => process.send?.({ rssBytes: process.memoryUsage().rss }), SAMPLE_EVERY_MS);
let isEnding = false;
process.once('message', () => void end());
for (let round = 0; !isEnding; round += 1)
  await playProgramme(packets, (packet) => {
    // New bytes for each round, as an encoder makes them.
    const bytes = Buffer.from(packet.bytes);
    if (!isEnding) fanOut.push({ ...packet, atMs: packet.atMs + round * roundMs, bytes });
  });

async function end(): Promise<void> {
  isEnding = true;
  clearInterval(sampling);
  const startMs = performance.now();
  const ended = await fanOut.end();
  const endedInMs = performance.now() - startMs;
  process.send?.({ endedInMs, reconnects: ended.map(({ reconnects }) => reconnects) }, () => process.exit());
}
