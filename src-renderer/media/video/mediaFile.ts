import { failWith } from '../../../src-shared/contract/errorTexts.ts';

/** A video says four times a second where it is. */
const LOOKS_AGAIN_MS = 600;
/** Two frames. */
const LAST_FRAMES_MS = 70;

/** Chromium's, and not among the DOM's types. */
type CapturableVideo = HTMLVideoElement & { captureStream(): MediaStream };

/** A video file that plays in this page. */
export interface MediaFile {
  /** Its video alone, as a camera gives it. */
  readonly stream: MediaStream;
  setLooped(isLooped: boolean): void;
  /** Its sound on this computer. */
  setHeard(isHeard: boolean): void;
  restart(): void;
  close(): void;
}

/** Plays a file on a loop, silently. Throws `FORMAT_UNSUPPORTED`. */
export async function openMediaFile(file: File): Promise<MediaFile> {
  const video = document.createElement('video') as CapturableVideo;
  const address = URL.createObjectURL(file);
  Object.assign(video, { src: address, loop: true, muted: true, playsInline: true });
  const close = () => {
    video.pause();
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  };
  try {
    await video.play();
    if (video.videoWidth === 0) throw new Error('It has no video.');
  } catch (error) {
    close();
    throw failWith('FORMAT_UNSUPPORTED', 'webVideoNotPlayed', {
      values: { name: file.name },
      cause: error,
    });
  }
  const [track] = video.captureStream().getVideoTracks();
  if (!track) {
    close();
    throw failWith('FORMAT_UNSUPPORTED', 'webVideoNotPlayed', { values: { name: file.name } });
  }
  pauseBeforeEnd(video);
  return {
    stream: new MediaStream([track]),
    setLooped: (isLooped) => (video.loop = isLooped),
    setHeard: (isHeard) => (video.muted = !isHeard),
    restart() {
      video.currentTime = 0;
      void video.play();
    },
    close,
  };
}

/** One that has ended gives no track any more: its last frame is to stay, so that it is paused a moment before. */
function pauseBeforeEnd(video: HTMLVideoElement): void {
  video.addEventListener('timeupdate', () => {
    const leftMs = (video.duration - video.currentTime) * 1000;
    if (video.loop || leftMs > LOOKS_AGAIN_MS) return;
    setTimeout(() => !video.loop && video.pause(), Math.max(0, leftMs - LAST_FRAMES_MS));
  });
}
