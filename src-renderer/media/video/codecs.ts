import type { VideoCodec } from '../../../src-shared/contract/takeVideoTracks.ts';

interface Candidate {
  codec: VideoCodec;
  /** As WebCodecs names it, for frames of that many pixels. */
  name: (pixels: number) => string;
  extra: Partial<VideoEncoderConfig>;
}

/** H.264 first: software encodes it with the least work, and what comes of it plays everywhere. */
const CANDIDATES: readonly Candidate[] = [
  // Level 4.0 to 1080p, 5.1 above it; constrained baseline is what every software encoder has.
  {
    codec: 'avc1',
    name: (pixels) => (pixels > 1920 * 1088 ? 'avc1.42E033' : 'avc1.42E028'),
    extra: { avc: { format: 'avc' } },
  },
  { codec: 'vp8', name: () => 'vp8', extra: {} },
  { codec: 'vp9', name: () => 'vp09.00.41.08', extra: {} },
];

export interface ChosenEncoder {
  codec: VideoCodec;
  config: VideoEncoderConfig;
}

/** The first encoder that this browser really has for frames of that size, a wanted one before others; null: none. */
export async function chooseEncoder(wanted: {
  width: number;
  height: number;
  fps: number;
  bitsPerSecond: number;
  codec: VideoCodec | null;
}): Promise<ChosenEncoder | null> {
  const { width, height, fps, bitsPerSecond } = wanted;
  const ranked = CANDIDATES.toSorted((a, b) => rank(a, wanted.codec) - rank(b, wanted.codec));
  for (const { codec, name, extra } of ranked) {
    const config: VideoEncoderConfig = {
      ...{ codec: name(width * height), width, height, framerate: fps, bitrate: bitsPerSecond },
      ...{ latencyMode: 'realtime', bitrateMode: 'variable', ...extra },
    };
    const support = await VideoEncoder.isConfigSupported(config).catch(() => null);
    if (support?.supported) return { codec, config };
  }
  return null;
}

const rank = ({ codec }: Candidate, wanted: VideoCodec | null): number => (codec === wanted ? 0 : 1);

/** The size that frames are encoded in: at most so high, never larger than they come, of even pixels. */
export function encodedSize(
  { width, height }: { width: number; height: number },
  maxHeight: number,
): { width: number; height: number } {
  const scale = Math.min(1, maxHeight / height);
  const even = (pixels: number) => Math.max(2, 2 * Math.floor((pixels * scale) / 2));
  return { width: even(width), height: even(height) };
}
