import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCommandLine, parseReports } from '../lib/commandLine.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

interface Header {
  channels: number;
  rateHz: number;
  frames?: number;
  /** What the header says of its size, where that is not so. */
  claimedBytes?: number;
}

/** A rate as AIFF has it: 80 bits, with the leading one written out. */
function extended(rate: number): Buffer {
  const bytes = Buffer.alloc(10);
  if (rate === 0) return bytes;
  const exponent = Math.floor(Math.log2(rate));
  bytes.writeUInt16BE(16383 + exponent, 0);
  bytes.writeBigUInt64BE(BigInt(Math.round((rate / 2 ** exponent) * 2 ** 32)) << 31n, 2);
  return bytes;
}

function chunk(name: string, content: Buffer, isBig: boolean, claimedBytes = content.length): Buffer {
  const size = Buffer.alloc(4);
  if (isBig) size.writeUInt32BE(claimedBytes);
  else size.writeUInt32LE(claimedBytes);
  return Buffer.concat([Buffer.from(name), size, content]);
}

function aiff({ channels, rateHz, frames = 480, claimedBytes }: Header): Buffer {
  const common = Buffer.alloc(8);
  common.writeUInt16BE(channels, 0);
  common.writeUInt32BE(frames, 2);
  common.writeUInt16BE(16, 6);
  const sound = Buffer.alloc(8 + frames * channels * 2);
  const parts = [
    Buffer.from('AIFF'),
    chunk('COMM', Buffer.concat([common, extended(rateHz)]), true),
    chunk('SSND', sound, true, claimedBytes),
  ];
  return chunk('FORM', Buffer.concat(parts), true);
}

function wav({ channels, rateHz, frames = 480, claimedBytes }: Header): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rateHz, 4);
  format.writeUInt32LE((rateHz * channels * 2) % 2 ** 32, 8);
  format.writeUInt16LE((channels * 2) % 65536, 12);
  format.writeUInt16LE(16, 14);
  const parts = [
    Buffer.from('WAVE'),
    chunk('fmt ', format, false),
    chunk('data', Buffer.alloc(frames * channels * 2), false, claimedBytes),
  ];
  return chunk('RIFF', Buffer.concat(parts), false);
}

/** Sun's: what libsndfile and FFmpeg both read, with any number in every place. */
function au({ channels, rateHz, frames = 480, claimedBytes }: Header): Buffer {
  const header = Buffer.alloc(24);
  header.write('.snd');
  header.writeUInt32BE(24, 4);
  header.writeUInt32BE(claimedBytes ?? frames * channels * 2, 8);
  header.writeUInt32BE(3, 12);
  header.writeUInt32BE(rateHz, 16);
  header.writeUInt32BE(channels, 20);
  return Buffer.concat([header, Buffer.alloc(frames * channels * 2)]);
}

const WRITERS = { aiff, wav, au };
const PLAIN = { channels: 1, rateHz: 48_000 };

/** Each file under its name; what the command line says of it. */
async function cleanAll(files: Record<string, Buffer>) {
  const dir = temporaryDir();
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(dir, name), bytes);
  mkdirSync(join(dir, 'cleaned'));
  const names = Object.keys(files);
  const run = await createCommandLine(dir)(['clean', ...names, '-o', 'cleaned/', '--json']);
  const reports = parseReports(run);
  expect(reports.map(({ file }) => file)).toEqual(names);
  return reports.map(({ file, error }) => ({ file, code: error?.code, message: error?.message ?? '' }));
}

function each(header: Header): Record<string, Buffer> {
  return Object.fromEntries(
    Object.entries(WRITERS).map(([ending, write]) => [`${ending}-odd.${ending}`, write(header)]),
  );
}

describe('a recording with an odd header', () => {
  it.each([65, 127, 128, 255, 256, 1000])('names the limit for its %i channels', async (channels) => {
    for (const { code, message } of await cleanAll(each({ ...PLAIN, channels, frames: 48 }))) {
      expect(code).toBe('FILE_BEYOND_LIMITS');
      expect(message).toMatch(/^\w+-odd\.\w+ has \d+ channels; SoundDesk takes up to 64\. Split it/);
    }
  });

  it.each([1, 7, 999, 768_001, 10_000_000])('names the limits for its rate of %i Hz', async (rateHz) => {
    for (const { code, message } of await cleanAll(each({ ...PLAIN, rateHz }))) {
      expect(code).toBe('FILE_BEYOND_LIMITS');
      expect(message).toMatch(
        /^\w+-odd\.\w+ has a sample rate of \d+ Hz; SoundDesk takes 1000 to 768000 Hz\. Convert it/,
      );
    }
  });

  it('still cleans what is just inside', async () => {
    const files = {
      'many.wav': wav({ ...PLAIN, channels: 64, frames: 48 }),
      'low.wav': wav({ ...PLAIN, rateHz: 1000 }),
      'high.aiff': aiff({ ...PLAIN, rateHz: 768_000 }),
    };
    for (const { code } of await cleanAll(files)) expect(code).toBeUndefined();
  });

  it('says of what has no channel, no rate, no end or no sound that it cannot be read', async () => {
    const files: Record<string, Buffer> = {};
    for (const [ending, write] of Object.entries(WRITERS)) {
      files[`${ending}-silent.${ending}`] = write({ ...PLAIN, channels: 0 });
      files[`${ending}-timeless.${ending}`] = write({ ...PLAIN, rateHz: 0 });
      files[`${ending}-negative-rate.${ending}`] = write({ ...PLAIN, rateHz: 0xffffffff });
      files[`${ending}-cut.${ending}`] = write(PLAIN).subarray(0, 21);
      files[`${ending}-hollow.${ending}`] = write({ ...PLAIN, frames: 0 });
      files[`${ending}-longer.${ending}`] = write({ ...PLAIN, claimedBytes: 0x7ffffff0 });
    }
    for (const { file, code, message } of await cleanAll(files)) {
      if (file.includes('longer')) continue;
      expect([file, code]).toEqual([file, expect.stringMatching(/^FILE_(UNREADABLE|EMPTY|BEYOND_LIMITS)$/)]);
      expect(message).toContain(file);
    }
  });

  it(
    'is never an internal fault, whatever single byte of its header is another',
    { timeout: 300_000 },
    async () => {
      const files: Record<string, Buffer> = {};
      for (const [ending, write] of Object.entries(WRITERS)) {
        const good = write({ ...PLAIN, frames: 16 });
        for (let at = 0; at < Math.min(44, good.length); at += 5) {
          for (const value of [0, 0xff]) {
            const bad = Buffer.from(good);
            bad[at] = value;
            files[`${ending}-${at}-${value}.${ending}`] = bad;
          }
        }
      }
      for (const { file, code } of await cleanAll(files)) {
        expect([file, code ?? 'cleaned']).not.toEqual([file, 'INTERNAL']);
        expect([file, code ?? 'cleaned']).not.toEqual([file, 'ENGINE_STOPPED']);
        expect([file, code ?? 'cleaned']).not.toEqual([file, 'BAD_OPTION']);
      }
    },
  );
});
