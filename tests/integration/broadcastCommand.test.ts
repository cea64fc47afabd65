import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { BroadcastCertificate } from '../../src-shared/contract/broadcast.ts';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { readProgramme } from '../lib/broadcastProgramme.ts';
import { addMicrophones } from '../lib/captureRig.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { startNginx, startNodeMediaServer } from '../lib/keptServers.ts';
import { observeProgram, runProgram } from '../lib/programs.ts';
import { freePort } from '../lib/rtmpServers.ts';
import { writeWav } from '../lib/recordings.ts';
import { startPulse } from '../lib/virtualAudio.ts';
import { makeVideoTake } from '../lib/videoTakes.ts';

const KEY = 'cmd-5d2f-live-77aa';

let dir: string;
let sounddesk: ReturnType<typeof createCommandLine>;
const at = (name: string) => join(dir, name);

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-broadcast-'));
  sounddesk = createCommandLine(dir);
  writeFileSync(at('stream.key'), `${KEY}\n`, { mode: 0o600 });
  writeFileSync(at('open.key'), `${KEY}\n`);
  chmodSync(at('open.key'), 0o644);
  await runProgram('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'color=c=teal:s=320x180:r=25:d=3', '-f', 'lavfi'],
    ...['-i', 'sine=f=330:d=3', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', at('show.mp4')],
  ]);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const to = (address: string) => ['--to', address, '--key-file', 'stream.key'];

describe('sounddesk broadcast', () => {
  it('sends a file to two servers, and says what each got and what a third did not', async () => {
    const servers = await Promise.all([startNginx(dir), startNodeMediaServer(at('media-server'))]);
    const nobody = `rtmp://127.0.0.1:${await freePort()}/live`;
    const addresses = [...servers.map(({ address }) => address), nobody];
    const run = await sounddesk(['broadcast', ...addresses.flatMap(to), '--input', 'show.mp4', '--json']);
    const certificate = JSON.parse(run.stdout) as BroadcastCertificate;
    expect(run.code).toBe(1);
    expect(certificate.destinations.map(({ address, grade }) => [address, grade])).toEqual([
      [addresses[0], 'green'],
      [addresses[1], 'green'],
      [nobody, 'red'],
    ]);
    expect(certificate.framesMade).toBeGreaterThanOrEqual(89);
    expect(certificate.destinations[0]?.framesSent).toBe(certificate.framesMade);
    expect(certificate.destinations[2]?.reasons[0]).toBe('The server takes no connection on this port.');
    expect(run.stdout + run.stderr).not.toContain(KEY);
    for (const { recordings } of servers) {
      const file = recordings()[0] ?? '';
      const decoded = await observeProgram('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-']);
      expect(decoded).toMatchObject({ code: 0, stderr: '' });
      const shown = await runProgram('ffprobe', [
        ...['-v', 'error', '-show_entries', 'stream=codec_name,width,height,color_space'],
        ...['-of', 'json', file],
      ]);
      expect((JSON.parse(shown) as { streams: object[] }).streams).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            codec_name: 'h264',
            width: 1280,
            height: 720,
            color_space: 'bt709',
          }),
          expect.objectContaining({ codec_name: 'aac' }),
        ]),
      );
    }
  });

  it('sends a take: its camera with the mix', async () => {
    makeVideoTake(at('take'), {
      seconds: 3,
      flashesSec: [1],
      videoTracks: [{ kind: 'video', codec: 'avc1', width: 320, height: 180, fps: 30, seconds: 3 }],
    });
    const server = await startNginx(dir);
    const run = await sounddesk(['broadcast', ...to(server.address), '--input', 'take', '--json']);
    expect(run.stderr).not.toContain(KEY);
    const { framesMade, destinations } = JSON.parse(run.stdout) as BroadcastCertificate;
    expect(destinations).toMatchObject([{ grade: 'green', framesSent: framesMade }]);
    expect(framesMade).toBeGreaterThanOrEqual(80);
    const sound = await observeProgram('ffmpeg', [
      ...['-hide_banner', '-i', server.recordings()[0] ?? '', '-af', 'volumedetect', '-f', 'null', '-'],
    ]);
    expect(Number(/mean_volume: (-?[0-9.]+) dB/.exec(sound.stderr)?.[1])).toBeGreaterThan(-40);
  });

  it('sends the mix of a set-up with an image, until Ctrl-C', async () => {
    const sound = await startPulse();
    onTestFinished(() => sound.close());
    await addMicrophones(sound, 'into_studio', ['studio_microphone']);
    const tone = Float32Array.from(
      { length: 60 * 48_000 },
      (_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / 48_000),
    );
    writeWav(at('tone.wav'), { sampleRate: 48_000, channels: [tone] });
    sound.start('paplay', ['-d', 'into_studio', at('tone.wav')]);
    const { stdout } = await sounddesk(['record', '--init'], { env: sound.env });
    const setUp = captureSetUpSchema.parse(JSON.parse(stdout));
    const channels = setUp.channels.filter(({ name }) => name.includes('studio_microphone'));
    writeFileSync(at('studio.json'), JSON.stringify({ ...setUp, channels }));
    await runProgram('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'color=c=orange:s=64x36',
      '-frames:v',
      '1',
      at('card.png'),
    ]);
    const server = await startNginx(dir);
    let child: ChildProcess | undefined;
    const run = sounddesk(
      ['broadcast', ...to(server.address), '--input', 'studio.json', '--image', 'card.png', '--json'],
      { env: sound.env, onStarted: (started) => (child = started) },
    );
    const framesIn = () => server.recordings().map((path) => readProgramme(path).packets.length)[0] ?? 0;
    await expect.poll(framesIn, { timeout: 30_000, interval: 500 }).toBeGreaterThan(200);
    child?.kill('SIGINT');
    const { code, stderr, stdout: report } = await run;
    expect(code, stderr).toBe(0);
    const { destinations, framesMade, soundPacketsMade } = JSON.parse(report) as BroadcastCertificate;
    expect(destinations).toMatchObject([{ grade: 'green', framesSent: framesMade }]);
    expect(soundPacketsMade).toBeGreaterThan(50);
    const [path = ''] = server.recordings();
    const heard = await observeProgram('ffmpeg', [
      ...['-hide_banner', '-i', path, '-af', 'volumedetect', '-f', 'null', '-'],
    ]);
    expect(heard.code).toBe(0);
    expect(Number(/mean_volume: (-?[0-9.]+) dB/.exec(heard.stderr)?.[1])).toBeGreaterThan(-30);
  });

  it('refuses a set-up that is none, and an image that is none', async () => {
    writeFileSync(at('none.json'), '{}');
    const none = await sounddesk(['broadcast', ...to('rtmp://127.0.0.1:9/live'), '--input', 'none.json']);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a set-up') as string });
    const args = [
      'broadcast',
      ...to('rtmp://127.0.0.1:9/live'),
      '--input',
      'show.mp4',
      '--image',
      'show.mp4',
    ];
    expect(await sounddesk(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--image goes with') as string,
    });
  });

  it.each([
    ['no destination', ['--input', 'show.mp4'], /Say where it goes/],
    ['no input', to('rtmp://127.0.0.1/live'), /Say what is sent/],
    ['no key', ['--to', 'rtmp://127.0.0.1/live', '--input', 'show.mp4'], /needs a --key-file/],
    ['an address of another kind', [...to('https://a.example/live'), '--input', 'show.mp4'], /rtmp:\/\//],
    [
      'a key that others can read',
      ['--to', 'rtmp://127.0.0.1/live', '--key-file', 'open.key', '--input', 'show.mp4'],
      /chmod 600/,
    ],
    [
      'a platform without an address of its own',
      [...to('kick'), '--input', 'show.mp4'],
      /Kick has an address/,
    ],
    [
      'an unknown quality',
      [...to('rtmp://127.0.0.1/live'), '--input', 'show.mp4', '--quality', '4k'],
      /720p30/,
    ],
  ])('refuses %s', async (_, args, words) => {
    const { code, stderr } = await sounddesk(['broadcast', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
  });

  it('says that a file is not there, or has no video', async () => {
    await runProgram('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=d=1', at('voice.wav')]);
    for (const [input, words] of [
      ['gone.mp4', /gone\.mp4/],
      ['voice.wav', /holds no video/],
    ] as const) {
      const run = await sounddesk(['broadcast', ...to('rtmp://127.0.0.1:9/live'), '--input', input]);
      expect(run.code).toBe(1);
      expect(run.stderr).toMatch(words);
    }
  });
});
