import type { TakeDocument, TakeTrack } from '../../src-shared/contract/takes.ts';
import { TAKE_SCHEMA_VERSION } from '../../src-shared/domain/certificateSchema.ts';

/** A track of a take that somebody made by hand. */
export function takeTrack(id: string, file: string): TakeTrack {
  return {
    id,
    name: id,
    kind: 'channel',
    channels: 1,
    file,
    peaks: `${id}.peaks`,
    device: null,
    startFrame: null,
    framesExpected: 0,
    framesWritten: 0,
    gaps: [],
    gapCount: 0,
    missingFrames: 0,
    dryFrames: 0,
    xruns: 0,
    clippedSamples: 0,
    driftPpm: null,
    offsetFrames: 0,
  };
}

/** A take without an end, of which no program is the recorder. */
export function takeDocument(changes: Partial<TakeDocument>): TakeDocument {
  return {
    schemaVersion: TAKE_SCHEMA_VERSION,
    name: 'Take',
    status: 'recording',
    mode: 'multitrack',
    tap: 'raw',
    container: 'rf64',
    encoding: 'pcm24',
    sampleRate: 48_000,
    startedAtMs: null,
    startFrame: null,
    frames: 0,
    timecode: { source: 'none', timeReference: null, fps: null },
    markers: [],
    pauses: [],
    missedDeadlines: 0,
    ended: null,
    writer: { pid: 0, startedTicks: 0 },
    tracks: [],
    videoTracks: [],
    ...changes,
  };
}

/** An RF64 file of one channel of 24 bits, whose header was never brought up to date. */
export function rf64(frames: number): Buffer {
  const header = Buffer.alloc(80);
  header.write('RF64\xff\xff\xff\xffWAVEds64', 'latin1');
  header.writeUInt32LE(28, 16);
  header.write('fmt ', 48);
  header.writeUInt32LE(16, 52);
  header.writeUInt16LE(1, 56);
  header.writeUInt16LE(1, 58);
  header.writeUInt32LE(48_000, 60);
  header.writeUInt32LE(144_000, 64);
  header.writeUInt16LE(3, 68);
  header.writeUInt16LE(24, 70);
  header.write('data\xff\xff\xff\xff', 72, 'latin1');
  return Buffer.concat([header, Buffer.alloc(frames * 3, 1)]);
}

/** Of one channel of 24 bits at 48 kHz, in blocks of 4096. */
export const FLAC_HEADER = Buffer.concat([
  Buffer.from('fLaC'),
  Buffer.of(0x80, 0, 0, 34, 0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0b, 0xb8, 0x01, 0x70),
  Buffer.alloc(20),
]);

/** A block of silence with a number (RFC 9639, section 9). */
export function flacBlock(number: number): Buffer {
  const coded = [24, 18, 12, 6, 0].map((shift, index) => {
    const bits = Math.floor(number / 2 ** shift);
    return index === 0 ? 0xf8 | bits : 0x80 | (bits & 0x3f);
  });
  const head = Buffer.from([0xff, 0xf8, 0xc0, 0x0c, ...coded]);
  const frame = Buffer.concat([head, Buffer.of(crc(head, 8, 0x07)), Buffer.alloc(4)]);
  const sum = crc(frame, 16, 0x8005);
  return Buffer.concat([frame, Buffer.of(sum >> 8, sum & 0xff)]);
}

function crc(bytes: Buffer, bits: number, polynomial: number): number {
  const top = 2 ** (bits - 1);
  const mask = 2 ** bits - 1;
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & top ? polynomial : 0)) & mask;
  }
  return sum;
}
