/** A broadcast by SRT, to a listener that FFmpeg is. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createFanOut, openPublisher } from '../../src-main/services/broadcast/index.ts';
import { parseIngestAddress } from '../../src-shared/domain/broadcast/address.ts';
import { makeProgramme, playProgramme, type Programme } from '../lib/broadcastProgramme.ts';
import { observeProgram, runProgram } from '../lib/programs.ts';
import { freePort } from '../lib/rtmpServers.ts';

const STREAM_ID = 'hall-5be1-stream';
const PASSPHRASE = 'pass-77d0c2-phrase';
const KEY = `streamid=${STREAM_ID}&passphrase=${PASSPHRASE}`;
const LONG = { timeout: 20_000 };

let dir: string;
let programme: Programme;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-srt-'));
  programme = await makeProgramme(dir, 6);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Takes one connection and records it. */
async function listen(port: number, path: string): Promise<ChildProcess> {
  const secrets = `passphrase=${PASSPHRASE}`;
  const child = spawn(
    'ffmpeg',
    ['-v', 'error', '-y', '-i', `srt://127.0.0.1:${port}?mode=listener&${secrets}`, '-c', 'copy', path],
    { stdio: ['pipe', 'ignore', 'ignore'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const hasPort = () =>
    readFileSync('/proc/net/udp', 'utf8').includes(`:${port.toString(16).toUpperCase().padStart(4, '0')} `);
  await expect.poll(hasPort, LONG).toBe(true);
  return child;
}

function openFanOut(port: number, key: string) {
  const parsed = parseIngestAddress(`srt://127.0.0.1:${port}`);
  if (!('address' in parsed)) throw new Error(parsed.problem);
  const fanOut = createFanOut({
    format: programme.format,
    targets: [{ id: 'srt', address: parsed.address, key, catchesUp: true }],
    nowMs: () => performance.now(),
    open: openPublisher,
    onStateChanged: () => undefined,
  });
  onTestFinished(async () => void (await fanOut.end()));
  return { fanOut, health: () => fanOut.health[0] };
}

/** Arguments and environments of the processes that this test has started. */
const processTexts = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => isChild(Number(id)))
    .map(
      (id) => readFileSync(`/proc/${id}/cmdline`, 'latin1') + readFileSync(`/proc/${id}/environ`, 'latin1'),
    )
    .filter((text) => !text.includes('mode=listener'))
    .join('\n');

function isChild(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(` ${process.pid} `);
  } catch {
    return false;
  }
}

describe('a destination by SRT', () => {
  it('gets the programme with its passphrase, which no argument and no file holds', async () => {
    const port = await freePort();
    const recording = join(dir, 'taken.ts');
    const listener = await listen(port, recording);
    const { fanOut, health } = openFanOut(port, KEY);
    let texts = '';
    await playProgramme(programme.packets, fanOut.push, { 4: () => (texts = processTexts()) });
    expect(health()?.state).toBe('live');
    expect(texts).toContain(`srt://127.0.0.1:${port}`);
    for (const secret of [STREAM_ID, PASSPHRASE]) expect(texts).not.toContain(secret);
    const [ended] = await fanOut.end();
    expect(ended).toMatchObject({ state: 'ended', outages: [], framesAcknowledged: null, packetsLost: 0 });
    expect(ended?.framesSent).toBe(programme.packets.filter(({ kind }) => kind === 'video').length);
    expect(JSON.stringify(ended)).not.toContain(PASSPHRASE);
    if (listener.exitCode === null) await once(listener, 'exit');
    const shown = await runProgram('ffprobe', [
      ...['-v', 'error', '-count_packets', '-show_entries', 'stream=codec_name,nb_read_packets'],
      ...['-of', 'json', recording],
    ]);
    const { streams } = JSON.parse(shown) as { streams: { codec_name: string; nb_read_packets: string }[] };
    const packetsOf = (codec: string) =>
      Number(streams.find(({ codec_name }) => codec_name === codec)?.nb_read_packets);
    // All but what was on its way at the end: SRT confirms nothing to us.
    expect(packetsOf('h264')).toBeGreaterThan(150);
    expect(packetsOf('aac')).toBeGreaterThan(200);
    const decoded = await observeProgram('ffmpeg', ['-v', 'error', '-i', recording, '-f', 'null', '-']);
    expect(decoded.code).toBe(0);
  });

  it('is refused with another passphrase, and not tried again', async () => {
    const port = await freePort();
    await listen(port, join(dir, 'refused.ts'));
    const { fanOut, health } = openFanOut(port, 'passphrase=another-passphrase');
    await playProgramme(programme.packets.slice(0, 200), fanOut.push);
    await expect.poll(() => health()?.state, LONG).toBe('refused');
    expect(health()?.reason?.message).toBe('The server did not accept the passphrase. Check the stream key.');
  });

  it('is tried again where nobody answers, and refused at once where the passphrase is too short', async () => {
    const nobody = openFanOut(await freePort(), STREAM_ID);
    const short = openFanOut(await freePort(), 'passphrase=short');
    await expect.poll(() => short.health()?.reason?.message, LONG).toMatch(/10 to 79 characters/);
    await playProgramme(programme.packets.slice(0, 200), nobody.fanOut.push);
    await expect.poll(() => nobody.health()?.state, LONG).toBe('reconnecting');
    expect(nobody.health()?.reason?.message).toBe('The server does not answer.');
  });
});
