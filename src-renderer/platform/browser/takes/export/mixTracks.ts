import type { TakeTrack, TrackFader } from '../../../../../src-shared/contract/takes.ts';
import { SILENCE_DB, volumeDb } from '../../../../../src-shared/domain/gain.ts';
import { OPUS_RATE_HZ } from '../../../../../src-shared/domain/opus.ts';
import { panGains } from '../../../../../src-shared/domain/pan.ts';

/** From one fader to the next: no click. */
const RAMP_FRAMES = 0.01 * OPUS_RATE_HZ;

interface Gains {
  left: number;
  right: number;
}

/** Adds a track's frames, interleaved, from `atFrame` of the take on, to a mix of two channels: as its faders stood there. */
export function addToMix(
  mix: readonly [left: Float32Array, right: Float32Array],
  interleaved: Float32Array,
  { channels, faders }: Pick<TakeTrack, 'channels' | 'faders'>,
  atFrame: number,
): void {
  const gainsAt = followFaders(faders ?? [], channels);
  const [left, right] = mix;
  for (let i = 0; i < left.length; i += 1) {
    const gains = gainsAt(atFrame + i);
    const at = i * channels;
    left[i]! += gains.left * (interleaved[at] ?? 0);
    right[i]! += gains.right * (interleaved[channels > 1 ? at + 1 : at] ?? 0);
  }
}

/** For frames that follow each other. */
function followFaders(faders: readonly TrackFader[], channels: number): (frame: number) => Gains {
  const points = faders.map((fader) => ({ atFrame: fader.atFrame, gains: gainsOf(fader, channels) }));
  const full = { left: 1, right: 1 };
  let next = 0;
  return (frame) => {
    while (next < points.length && (points[next]?.atFrame ?? 0) <= frame) next += 1;
    const [before, now] = [points[next - 2]?.gains, points[next - 1]];
    if (!now) return points[0]?.gains ?? full;
    const share = (frame - now.atFrame) / RAMP_FRAMES;
    if (!before || share >= 1) return now.gains;
    return {
      left: before.left + share * (now.gains.left - before.left),
      right: before.right + share * (now.gains.right - before.right),
    };
  };
}

function gainsOf({ volume, pan, isMuted }: TrackFader, channels: number): Gains {
  const db = volumeDb(volume);
  const gain = isMuted || db <= SILENCE_DB ? 0 : 10 ** (db / 20);
  const { left, right } = panGains(pan, channels);
  return { left: gain * left, right: gain * right };
}
