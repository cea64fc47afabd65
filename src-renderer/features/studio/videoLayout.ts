import type { TakePicture } from '../../../src-shared/contract/takePictures.ts';
import type { VideoExport, VideoLayout } from '../../../src-shared/contract/takeVideo.ts';
import { DEFAULT_BUBBLE_PLACE, type BubblePlace } from '../../../src-shared/domain/cameraBubble.ts';

export const LAYOUT_KINDS = ['single', 'bubble', 'sideBySide'] as const satisfies VideoLayout['kind'][];
/** Beside the one that is exported. */
export const MOST_BESIDE = 3;

/** What was chosen of an export; the rest is as the recording has it. */
export type VideoWish = Partial<Pick<VideoExport, 'pictureId' | 'format' | 'quality'>> & {
  layout?: VideoLayout['kind'];
  bubbleId?: string;
  place?: BubblePlace;
};

/** The picture and what is in it beside it: a camera that was shown upon the screen is upon it again. */
export function layoutOf(
  pictures: readonly TakePicture[],
  wish: VideoWish,
): Pick<VideoExport, 'pictureId' | 'layout'> | null {
  const shown = pictures.find(({ bubble }) => bubble !== null);
  const screen = pictures.find(({ kind }) => kind === 'screen');
  const main = pictures.find(({ id }) => id === wish.pictureId) ?? (shown && screen) ?? pictures[0];
  if (!main) return null;
  const others = pictures.filter(({ id }) => id !== main.id);
  const pictureId = main.id;
  // A camera in the screen's bubble, and not the other way round.
  const usual = shown && shown.id !== main.id && main.kind === 'screen' ? 'bubble' : 'single';
  const camera =
    others.find(({ id }) => id === wish.bubbleId) ??
    others.find(({ bubble }) => bubble !== null) ??
    others.find(({ kind }) => kind === 'video') ??
    others[0];
  const kind = camera ? (wish.layout ?? usual) : 'single';
  if (kind === 'single' || !camera) return { pictureId, layout: { kind: 'single' } };
  if (kind === 'sideBySide')
    return { pictureId, layout: { kind, pictureIds: others.slice(0, MOST_BESIDE).map(({ id }) => id) } };
  const place = wish.place ?? camera.bubble ?? DEFAULT_BUBBLE_PLACE;
  return { pictureId, layout: { kind, pictureId: camera.id, place } };
}
