import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHost, type Host } from '../../src-main/node/host.ts';
import type { CleanChain, CleanSide } from '../../src-shared/contract/clean.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import { CLEAN_PIECE_BYTES } from '../../src-shared/domain/fileCleaning.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import { connectToHost } from '../lib/hostClient.ts';
import { levelDb, makeNoise, makeSpeech, mixAtSnr, scaled, writeWav } from '../lib/recordings.ts';
import { DEFAULT_EFFECTS } from '../../src-shared/domain/stripEffects.ts';

const CHAIN: CleanChain = {
  denoise: { engine: 'rnnoise', sensitivity: 90, reduction: 95 },
  ...DEFAULT_EFFECTS,
};
const PARTS = 400;

let dir: string;
let host: Host;
let client: Client<AppContract>;
const at = (name: string) => join(dir, name);
const cleaning = () => join(dir, 'data/cleaning');

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-cleaning-'));
  host = await startHost({
    dataDir: at('data'),
    port: 0,
    env: { ...process.env, JACK_NO_START_SERVER: '1' },
  });
  client = connectToHost(host);
  const speech = makeSpeech(48000, 'She sells sea shells by the sea shore.');
  writeWav(at('noisy.wav'), {
    sampleRate: 48000,
    channels: [mixAtSnr(speech, makeNoise(speech.length, 3), 12)],
  });
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', at('noisy.wav'), '-ac', '2', at('noisy.m4a')]);
  writeFileSync(at('text.wav'), 'This is not a recording.\n'.repeat(50));
});
afterAll(async () => {
  client.close();
  await host.close();
  rmSync(dir, { recursive: true });
});

async function upload(name: string, content = readFileSync(at(name))): Promise<string> {
  const { fileId } = unwrap(await client.call('clean.openFile', { name, sizeBytes: content.length }));
  for (let atByte = 0; atByte < content.length; atByte += CLEAN_PIECE_BYTES) {
    const base64 = content.subarray(atByte, atByte + CLEAN_PIECE_BYTES).toString('base64');
    unwrap(await client.call('clean.appendBytes', { fileId, atByte, base64 }));
  }
  return fileId;
}

async function readAll(open: (onChunk: (bytes: Uint8Array) => void) => { done: Promise<void> }) {
  const chunks: Uint8Array[] = [];
  await open((bytes) => chunks.push(bytes)).done;
  return Buffer.concat(chunks);
}

async function readSound(fileId: string, side: CleanSide, fromFrame: number, frames: number) {
  const bytes = await readAll((onChunk) =>
    client.open('clean.readSound', { fileId, side, fromFrame, frames }, onChunk),
  );
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}

describe('a file that the screen hands over', () => {
  it('that is a video is saved as one, with its frames and the cleaned sound', async () => {
    const pattern = ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=64x64:rate=10'];
    const codecs = ['-c:v', 'mpeg4', '-c:a', 'aac'];
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      ...pattern,
      '-i',
      at('noisy.wav'),
      ...codecs,
      at('talk.mp4'),
    ]);
    const fileId = await upload('talk.mp4');
    const before = unwrap(await client.call('clean.decodeFile', { fileId, parts: PARTS }));
    expect(before.hasVideo).toBe(true);
    const work = { fileId, chain: CHAIN, targetLufs: null, parts: PARTS };
    unwrap(await client.call('clean.run', work));
    const ready = unwrap(await client.call('clean.prepareResult', { fileId, container: 'video' }));
    expect(ready.name).toBe('talk (clean).mp4');
    writeFileSync(
      at('result.mp4'),
      await readAll((onChunk) => client.open('clean.readResult', { fileId }, onChunk)),
    );
    const framesOf = (name: string) =>
      execFileSync('ffmpeg', [
        '-v',
        'error',
        '-i',
        at(name),
        '-map',
        '0:v',
        '-c',
        'copy',
        '-f',
        'md5',
        '-',
      ]).toString();
    expect(framesOf('result.mp4')).toBe(framesOf('talk.mp4'));
    await client.call('clean.closeFile', { fileId });
  });

  it('without video is not saved as one', async () => {
    const fileId = await upload('noisy.wav');
    expect(unwrap(await client.call('clean.decodeFile', { fileId, parts: PARTS })).hasVideo).toBe(false);
    unwrap(await client.call('clean.run', { fileId, chain: CHAIN, targetLufs: null, parts: PARTS }));
    expect(await client.call('clean.prepareResult', { fileId, container: 'video' })).toMatchObject({
      success: false,
      error: { code: 'FORMAT_UNSUPPORTED', message: expect.stringContaining('has no video') as string },
    });
    await client.call('clean.closeFile', { fileId });
  });

  it('is decoded, cleaned to a loudness, heard on both sides, and read back', async () => {
    const fileId = await upload('noisy.wav');
    const heard: string[] = [];
    const stop = client.subscribe('clean.onProgressed', ({ step }) => heard.push(step));
    const before = unwrap(await client.call('clean.decodeFile', { fileId, parts: PARTS }));
    expect(before).toMatchObject({ sampleRate: 48000, channels: 1, heardChannels: 1 });
    expect(before.peaks).toHaveLength(PARTS);

    const run = { fileId, chain: CHAIN, targetLufs: -16, parts: PARTS };
    const after = unwrap(await client.call('clean.run', run));
    expect(after.frames).toBe(before.frames);
    expect(after.integratedLufsAfter).toBeCloseTo(-16, 0);
    expect(after.meanReductionDb).toBeGreaterThan(6);
    stop();
    expect(heard).toEqual(expect.arrayContaining(['decode', 'clean']));

    // The first half second holds noise alone.
    const raw = await readSound(fileId, 'before', 12_000, 12_000);
    const clean = await readSound(fileId, 'after', 12_000, 12_000);
    expect(raw).toHaveLength(12_000);
    expect(levelDb(clean)).toBeLessThan(levelDb(raw) - 6);
    expect(Math.max(...raw.map(Math.abs))).toBeLessThanOrEqual(Math.max(...before.peaks));

    const wav = unwrap(await client.call('clean.prepareResult', { fileId, container: 'wav' }));
    expect(wav.name).toBe('noisy (clean).wav');
    const bytes = await readAll((onChunk) => client.open('clean.readResult', { fileId }, onChunk));
    expect(bytes).toHaveLength(wav.sizeBytes);
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
    const flac = unwrap(await client.call('clean.prepareResult', { fileId, container: 'flac' }));
    expect(flac.sizeBytes).toBeLessThan(wav.sizeBytes);
    const packed = await readAll((onChunk) => client.open('clean.readResult', { fileId }, onChunk));
    expect(packed.toString('latin1', 0, 4)).toBe('fLaC');

    unwrap(await client.call('clean.closeFile', { fileId }));
    expect(readdirSync(cleaning())).toEqual([]);
    expect(await client.call('clean.run', run)).toMatchObject({
      success: false,
      error: { code: 'FILE_NOT_FOUND' },
    });
  });

  it('may be of any kind that FFmpeg reads, with two channels', async () => {
    const fileId = await upload('noisy.m4a');
    const before = unwrap(await client.call('clean.decodeFile', { fileId, parts: PARTS }));
    expect(before).toMatchObject({ channels: 2, heardChannels: 2 });
    expect(await readSound(fileId, 'before', before.frames - 100, 500)).toHaveLength(200);
    const after = unwrap(
      await client.call('clean.run', { fileId, chain: CHAIN, targetLufs: null, parts: PARTS }),
    );
    expect(after.durationSec).toBeCloseTo(before.durationSec, 1);
    unwrap(await client.call('clean.closeFile', { fileId }));
  });

  it('is refused where it is empty, no recording, or not whole, in the words of its own name', async () => {
    expect(await client.call('clean.openFile', { name: 'silence.wav', sizeBytes: 0 })).toMatchObject({
      error: { code: 'FILE_EMPTY', message: 'silence.wav is empty.' },
    });
    const text = await upload('text.wav');
    const refused = await client.call('clean.decodeFile', { fileId: text, parts: PARTS });
    expect(refused).toMatchObject({ error: { code: 'FILE_UNREADABLE' } });
    expect(JSON.stringify(refused)).toContain('text.wav');
    expect(JSON.stringify(refused)).not.toContain(cleaning());

    const { fileId } = unwrap(await client.call('clean.openFile', { name: 'a.wav', sizeBytes: 10 }));
    const piece = { fileId, atByte: 0, base64: Buffer.alloc(4).toString('base64') };
    expect(unwrap(await client.call('clean.appendBytes', piece))).toEqual({ receivedBytes: 4 });
    expect(await client.call('clean.appendBytes', piece)).toMatchObject({ error: { code: 'BAD_OPTION' } });
    const early = await client.call('clean.decodeFile', { fileId, parts: PARTS });
    expect(early).toMatchObject({ error: { code: 'BAD_OPTION' } });
    for (const id of [text, fileId]) unwrap(await client.call('clean.closeFile', { fileId: id }));
  });

  it('is refused beforehand where the disk has no room for it', async () => {
    const huge = await client.call('clean.openFile', { name: 'huge.wav', sizeBytes: 32 * 1024 ** 3 });
    if (huge.success) unwrap(await client.call('clean.closeFile', huge.data));
    else expect(huge.error).toMatchObject({ code: 'DISK_FULL' });
    expect(readdirSync(cleaning())).toEqual([]);
  });

  it('ends at once with an abort, leaves no part of a result, and can be cleaned again', async () => {
    // A second of noise, again and again.
    const noise = scaled(makeNoise(48_000), 0.1);
    const long = Float32Array.from({ length: 60 * 48_000 }, (_, frame) => noise[frame % 48_000] ?? 0);
    writeWav(at('long.wav'), { sampleRate: 48000, channels: [long] });
    const fileId = await upload('long.wav');
    unwrap(await client.call('clean.decodeFile', { fileId, parts: PARTS }));
    const abort = new AbortController();
    const stop = client.subscribe('clean.onProgressed', () => abort.abort());
    const work = { fileId, chain: CHAIN, targetLufs: null, parts: PARTS };
    expect(await client.call('clean.run', work, { signal: abort.signal })).toMatchObject({
      error: { code: 'CANCELLED' },
    });
    stop();
    await expect
      .poll(() => readdirSync(join(cleaning(), fileId)).sort())
      .toEqual(['before.wav', 'upload.wav']);
    const off = { ...CHAIN, denoise: { ...CHAIN.denoise, engine: 'off' as const } };
    const again = async () => (await client.call('clean.run', { ...work, chain: off })).success;
    await expect.poll(again, { timeout: 20_000 }).toBe(true);
    unwrap(await client.call('clean.closeFile', { fileId }));
  });

  it('is gone with the host', async () => {
    await upload('noisy.wav');
    client.close();
    await host.close();
    expect(existsSync(cleaning())).toBe(false);
    host = await startHost({ dataDir: at('data'), port: 0 });
    client = connectToHost(host);
  });
});
