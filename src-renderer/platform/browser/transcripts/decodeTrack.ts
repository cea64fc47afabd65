import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { OPUS_RATE_HZ } from '../../../../src-shared/domain/opus.ts';
import { decodeSound } from '../takes/decodeSound.ts';
import type { TakeReader } from '../takes/takeReader.ts';
import { ThirdRate } from './thirdRate.ts';

/** Of silence, where a track has a gap. */
const MOST_SILENT_FRAMES = OPUS_RATE_HZ;

/** A track from the take's first frame on: one channel of 16 kHz, with silence where there is nothing. */
export async function* decodeTrack(
  takes: TakeReader,
  { takeId, trackId }: { takeId: string; trackId: string },
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  const { track, file } = await takes.openTrack(takeId, trackId);
  const sound = await takes.scan(takeId, track.file);
  // A source that never gave a sound.
  if (sound === null) return;
  if (sound.kind !== 'sound') throw failWith('FILE_UNREADABLE', 'fileNoSound');
  const rate = new ThirdRate();
  let atFrame = 0;
  for await (const piece of decodeSound(file, sound, { signal })) {
    for (let gap = piece.atFrame - atFrame; gap > 0; gap -= MOST_SILENT_FRAMES)
      yield rate.take(new Float32Array(Math.min(gap, MOST_SILENT_FRAMES)));
    // The decoder begins a little before the sound itself.
    const skipped = Math.max(0, Math.min(piece.frames, atFrame - piece.atFrame));
    yield rate.take(monoOf(piece.interleaved, sound.channels, skipped));
    atFrame = Math.max(atFrame, piece.atFrame + piece.frames);
  }
}

function monoOf(interleaved: Float32Array, channels: number, fromFrame: number): Float32Array {
  const frames = interleaved.length / channels;
  const mono = new Float32Array(frames - fromFrame);
  for (let frame = fromFrame; frame < frames; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1)
      sum += interleaved[frame * channels + channel] ?? 0;
    mono[frame - fromFrame] = sum / channels;
  }
  return mono;
}
