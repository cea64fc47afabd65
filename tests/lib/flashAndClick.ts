import { execFileSync } from 'node:child_process';

/** A flash in the video and the click in the sound that belongs to it. */
interface FlashAndClick {
  flashSec: number;
  /** How much later the click is heard than the flash is seen. */
  clickLaterMs: number;
}

const RATE = 48_000;
/** Of a frame that is white, in the range of video; what is black has 16. */
const WHITE = 126;
const CLICK = 0.1;
/** A flash and a click last less, and the next are further away. */
const REST_SEC = 0.3;
const MOST_BUFFER = 1 << 30;

/** Finds flashes and clicks in a video file by decoding all of it, and pairs each flash with the click nearest to it. */
export function findFlashesAndClicks(path: string): FlashAndClick[] {
  const clicks = onsets(findClicks(path));
  return onsets(findFlashes(path)).flatMap((flashSec) => {
    const [nearest] = clicks.toSorted((a, b) => Math.abs(a - flashSec) - Math.abs(b - flashSec));
    return nearest === undefined ? [] : [{ flashSec, clickLaterMs: (nearest - flashSec) * 1000 }];
  });
}

/** Times of frames that are white. */
function findFlashes(path: string): number[] {
  const text = execFileSync(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-i', path, '-map', '0:v:0', '-fps_mode', 'passthrough'],
      ...[
        '-vf',
        'scale=16:16:flags=area,format=yuv420p,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-',
      ],
      ...['-f', 'null', '/dev/null'],
    ],
    { encoding: 'utf8', maxBuffer: MOST_BUFFER },
  );
  const times: number[] = [];
  let timeSec = 0;
  for (const line of text.split('\n')) {
    timeSec = Number(/pts_time:([\d.]+)/.exec(line)?.[1] ?? timeSec);
    if (Number(/YAVG=([\d.]+)/.exec(line)?.[1] ?? 0) > WHITE) times.push(timeSec);
  }
  return times;
}

/** Times of samples that are loud. */
export function findClicks(path: string): number[] {
  const bytes = execFileSync(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-i', path, '-map', '0:a:0'],
      // A track that begins later than the file does is silent until then.
      ...['-af', `aresample=${RATE}:async=1:first_pts=0`, '-ac', '1', '-f', 'f32le', 'pipe:1'],
    ],
    { maxBuffer: MOST_BUFFER },
  );
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const times: number[] = [];
  samples.forEach((sample, frame) => {
    if (Math.abs(sample) > CLICK) times.push(frame / RATE);
  });
  return times;
}

/** The first of each group. */
export function onsets(timesSec: readonly number[]): number[] {
  return timesSec.filter((time, index) => index === 0 || time - (timesSec[index - 1] ?? 0) > REST_SEC);
}
