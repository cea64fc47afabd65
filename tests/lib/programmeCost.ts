import { spawnSync } from 'node:child_process';
import { layoutScene } from '../../src-shared/domain/broadcast/layouts.ts';
import { masterQuality } from '../../src-shared/domain/broadcast/quality.ts';
import { coresOf } from './browserShare.ts';
import { launchChromium } from './chromium.ts';
import { serveProgrammePage } from './programmeFixture.ts';
import type { InPage } from './programmePage/page.ts';

const QUALITY = masterQuality('720p30');
const SCENE = layoutScene('pictureInPicture', { cameras: ['0', '1'], screens: [] });

export interface ProgrammeCost {
  /** In parts of a core: the browser that opens two cameras and makes a programme of them. */
  cores: number;
  /** The same browser with the cameras alone. */
  sourceCores: number;
  /** FFmpeg with x264 superfast, for as many frames of a test chart. */
  encoderCores: number;
  composedFps: number;
  composeMs: number;
}

/** What composing and encoding take at 720p30 in a real Chromium, for so many seconds. */
export async function measureProgramme(dir: string, seconds: number): Promise<ProgrammeCost> {
  const server = await serveProgrammePage(dir);
  const browser = await launchChromium([
    '--use-fake-device-for-media-stream=device-count=4,fps=30',
    '--use-fake-ui-for-media-stream',
  ]);
  try {
    const page = await browser.newPage();
    await page.goto(server.origin);
    const { width, height, id: quality } = QUALITY;
    const tracks = await page.evaluateHandle(openCameras, { width, height });
    const sourceCores = await coresOf({ browser }, seconds);
    const programme = await tracks.evaluateHandle(makeProgramme, { quality, scene: SCENE });
    const cores = await coresOf({ browser }, seconds);
    const figures = await programme.evaluate((made) => made.figures());
    return { cores, sourceCores, encoderCores: encoderCores(seconds), ...figures };
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * Runs in the page: two cameras, which nobody reads yet. Of Chromium's the second and third are none that people have: one
 * of depth, whose frames have no format and are drawn three times as slowly, and one of full range.
 */
async function openCameras(size: { width: number; height: number }): Promise<MediaStreamTrack[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const inputs = devices.filter(({ kind }) => kind === 'videoinput');
  const cameras = inputs.filter((_, at) => at === 0 || at === 3);
  const streams = await Promise.all(
    cameras.map(({ deviceId }) =>
      navigator.mediaDevices.getUserMedia({ video: { deviceId: { exact: deviceId }, ...size } }),
    ),
  );
  return streams.flatMap((stream) => stream.getVideoTracks());
}

/** Runs in the page. */
async function makeProgramme(
  tracks: MediaStreamTrack[],
  { quality, scene }: { quality: typeof QUALITY.id; scene: typeof SCENE },
) {
  const { openProgramme } = window as unknown as InPage;
  const programme = await openProgramme({ quality, scene });
  programme.setSources(tracks.map((track, at) => ({ id: String(at), label: track.label, track })));
  programme.startEncoding({
    quality,
    onConfig: () => undefined,
    onFrames: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  return programme;
}

/** FFmpeg says itself what it took. */
function encoderCores(seconds: number): number {
  const { width, height, fps, videoKbps } = QUALITY;
  const chart = `testsrc2=s=${width}x${height}:r=${fps}:d=${seconds}`;
  const { status, stderr } = spawnSync(
    'ffmpeg',
    [
      ...['-nostdin', '-hide_banner', '-nostats', '-benchmark', '-f', 'lavfi', '-i', chart],
      ...['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'superfast', '-tune', 'zerolatency'],
      ...['-b:v', `${videoKbps}k`, '-f', 'null', '-'],
    ],
    { encoding: 'utf8' },
  );
  const [, user, system] = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? [];
  if (status !== 0 || user === undefined) throw new Error(`ffmpeg ended with ${status}: ${stderr}`);
  return (Number(user) + Number(system)) / seconds;
}
