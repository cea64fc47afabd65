import { frameRateOf, meanLuma } from './cameraFigures.ts';

export interface CameraFigures {
  /** 0 (black) to 1 (white), the mean of what was looked at; null: no frame came. */
  light: number | null;
  fps: number;
  /** What the camera is set to; null where it does not say. */
  wantedFps: number | null;
}

/** Small: a mean needs no detail. */
const WIDTH = 64;
const HEIGHT = 36;
const LOOK_EVERY_MS = 500;

/** Looks at the frames of a camera until it is asked for what it saw. */
export function watchCamera(track: MediaStreamTrack): { read(): CameraFigures; stop(): void } {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = new MediaStream([track]);
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT).getContext('2d', { willReadFrequently: true });
  const timesMs: number[] = [];
  const lights: number[] = [];
  let lookedAtMs = -Infinity;
  let isOver = false;
  const onFrame = (nowMs: number) => {
    if (isOver) return;
    timesMs.push(nowMs);
    if (canvas && nowMs - lookedAtMs >= LOOK_EVERY_MS) {
      lookedAtMs = nowMs;
      canvas.drawImage(video, 0, 0, WIDTH, HEIGHT);
      lights.push(meanLuma(canvas.getImageData(0, 0, WIDTH, HEIGHT).data));
    }
    video.requestVideoFrameCallback(onFrame);
  };
  video.requestVideoFrameCallback(onFrame);
  // One that is stopped at once rejects; there is nothing to see then.
  video.play().catch(() => undefined);
  return {
    read: () => ({
      light: lights.length === 0 ? null : lights.reduce((sum, light) => sum + light, 0) / lights.length,
      fps: frameRateOf(timesMs),
      wantedFps: track.getSettings().frameRate ?? null,
    }),
    stop() {
      isOver = true;
      video.srcObject = null;
    },
  };
}
