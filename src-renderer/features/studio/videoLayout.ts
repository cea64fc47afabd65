import type { TakeVideoTrack } from '../../../src-shared/contract/takeVideoTracks.ts';
import type { VideoExport, VideoLayout } from '../../../src-shared/contract/takeVideo.ts';
import { DEFAULT_BUBBLE_PLACE, type BubblePlace } from '../../../src-shared/domain/cameraBubble.ts';

export const LAYOUT_KINDS = ['single', 'bubble', 'sideBySide'] as const satisfies VideoLayout['kind'][];
/** Beside the one that is exported. */
export const MOST_BESIDE = 3;

/** What was chosen of an export; the rest is as the recording has it. */
export type VideoChanges = Partial<Pick<VideoExport, 'videoId' | 'format' | 'quality'>> & {
  layout?: VideoLayout['kind'];
  bubbleId?: string;
  place?: BubblePlace;
};

/** The track and what is beside it in the video: a camera that was shown on the screen is on it again. */
export function layoutOf(
  videoTracks: readonly TakeVideoTrack[],
  changes: VideoChanges,
): Pick<VideoExport, 'videoId' | 'layout'> | null {
  const shown = videoTracks.find(({ bubble }) => bubble !== null);
  const screen = videoTracks.find(({ kind }) => kind === 'screen');
  const main = videoTracks.find(({ id }) => id === changes.videoId) ?? (shown && screen) ?? videoTracks[0];
  if (!main) return null;
  const others = videoTracks.filter(({ id }) => id !== main.id);
  const videoId = main.id;
  // A camera in the screen's bubble, and not the other way round.
  const usual = shown && shown.id !== main.id && main.kind === 'screen' ? 'bubble' : 'single';
  const camera =
    others.find(({ id }) => id === changes.bubbleId) ??
    others.find(({ bubble }) => bubble !== null) ??
    others.find(({ kind }) => kind === 'video') ??
    others[0];
  const kind = camera ? (changes.layout ?? usual) : 'single';
  if (kind === 'single' || !camera) return { videoId, layout: { kind: 'single' } };
  if (kind === 'sideBySide')
    return { videoId, layout: { kind, videoIds: others.slice(0, MOST_BESIDE).map(({ id }) => id) } };
  const place = changes.place ?? camera.bubble ?? DEFAULT_BUBBLE_PLACE;
  return { videoId, layout: { kind, videoId: camera.id, place } };
}
