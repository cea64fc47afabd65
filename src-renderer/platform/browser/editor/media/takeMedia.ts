import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { Media } from '../../../../../src-shared/domain/edit/document.ts';
import { cleanTrackOf } from '../../../../../src-shared/domain/takeVoices.ts';
import type { TakeReader } from '../../takes/takeReader.ts';
import { probeMedia } from './probe.ts';

/**
 * The tracks of a take as media of one link: cameras and screens, and each microphone, clean where it was cleaned. All of them begin
 * with the take, wherever their first sound or frame lies.
 */
export async function mediaOfTake(
  takes: TakeReader,
  takeId: string,
  createId: () => string,
): Promise<Media[]> {
  const { document } = await takes.read(takeId);
  if (document.status === 'recording') throw failWith('BAD_OPTION', 'stillRecorded');
  const common = { linkId: createId(), startSec: 0 };
  const media: Media[] = [];
  for (const { id, name, framesWritten, startFrame, durationSec, fps } of document.videoTracks) {
    if (framesWritten === 0) continue;
    const { video } = await probeMedia((await takes.openTrack(takeId, id)).file, name);
    media.push({
      ...common,
      id: createId(),
      name: nameOf(name),
      kind: 'video',
      source: { type: 'take', takeId, trackId: id },
      durationSec: (startFrame ?? 0) / document.sampleRate + durationSec,
      video: video && { ...video, rate: { num: Math.max(1, Math.round(fps * 1000)), den: 1000 } },
      sound: null,
    });
  }
  for (const recorded of document.tracks.filter(({ kind }) => kind === 'channel')) {
    const track = cleanTrackOf(document.tracks, recorded) ?? recorded;
    if (track.framesWritten === 0) continue;
    media.push({
      ...common,
      id: createId(),
      name: nameOf(recorded.name),
      kind: 'audio',
      source: { type: 'take', takeId, trackId: track.id },
      durationSec: (track.offsetFrames + track.framesWritten) / document.sampleRate,
      video: null,
      sound: { sampleRate: document.sampleRate, channels: track.channels },
    });
  }
  if (media.length === 0) throw failWith('FILE_EMPTY', 'takeHoldsNothing');
  return media;
}

const nameOf = (name: string): string => name.trim().slice(0, 200) || 'Track';
