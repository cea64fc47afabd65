import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TakeVideoTrack } from '../../../../src-shared/contract/takeVideoTracks.ts';
import type { Media } from '../../../../src-shared/domain/edit/document.ts';
import { cleanTrackOf } from '../../../../src-shared/domain/takeVoices.ts';
import type { TakeFolder } from '../../takes/index.ts';
import { probeMedia } from './probe.ts';
import { locateMedia } from './locate.ts';

/**
 * The tracks of a take as media of one link: cameras and screens, and each channel, clean where it was cleaned; where there is
 * none, the mix. All of them begin with the take, wherever their first sound or frame lies.
 */
export async function mediaOfTake(
  take: TakeFolder,
  takeId: string,
  createId: () => string,
  signal: AbortSignal,
): Promise<Media[]> {
  if (take.state !== 'finished')
    throw new RpcError('BAD_OPTION', 'The take has no end yet. Stop the recording, or repair it, first.');
  const linkId = createId();
  const { document } = take;
  const media: Media[] = [];
  for (const videoTrack of document.videoTracks) {
    if (videoTrack.framesWritten === 0) continue;
    const made = videoMedia(videoTrack, { id: createId(), takeId, linkId, sampleRate: document.sampleRate });
    const { path } = await locateMedia(take.path, made, () => Promise.resolve(take));
    const { video } = await probeMedia(path, videoTrack.name, signal);
    media.push(video === null ? made : { ...made, video: { ...video, rate: rateOf(videoTrack) } });
  }
  const channels = document.tracks.filter(({ kind }) => kind === 'channel');
  const heard = channels.length > 0 ? channels : document.tracks.filter(({ kind }) => kind === 'mix');
  const played = document.tracks.filter(({ kind }) => kind === 'played');
  for (const recorded of [...heard, ...played]) {
    const track = cleanTrackOf(document.tracks, recorded) ?? recorded;
    if (track.framesWritten === 0) continue;
    media.push({
      id: createId(),
      name: nameOf(recorded.name),
      kind: 'audio',
      source: { type: 'take', takeId, trackId: track.id },
      durationSec: Math.max(0, track.offsetFrames + track.framesWritten) / document.sampleRate,
      video: null,
      sound: { sampleRate: document.sampleRate, channels: track.channels },
      linkId,
      startSec: 0,
    });
  }
  if (media.length === 0) throw failWith('FILE_EMPTY', 'takeHoldsNothing');
  return media;
}

const nameOf = (name: string): string => name.trim().slice(0, 200) || 'Track';

const rateOf = ({ fps }: TakeVideoTrack) => ({ num: Math.max(1, Math.round(fps * 1000)), den: 1000 });

function videoMedia(
  videoTrack: TakeVideoTrack,
  of: { id: string; takeId: string; linkId: string; sampleRate: number },
): Media {
  return {
    id: of.id,
    name: nameOf(videoTrack.name),
    kind: 'video',
    source: { type: 'take', takeId: of.takeId, trackId: videoTrack.id },
    durationSec: (videoTrack.startFrame ?? 0) / of.sampleRate + videoTrack.durationSec,
    video: {
      width: videoTrack.width,
      height: videoTrack.height,
      rate: rateOf(videoTrack),
      rotation: 0,
      colour: { matrix: 'bt709', isFullRange: false },
    },
    sound: null,
    linkId: of.linkId,
    startSec: 0,
  };
}
