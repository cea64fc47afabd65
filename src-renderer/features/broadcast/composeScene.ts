import {
  captionItem,
  layoutScene,
  logoItem,
  lowerThirdItem,
  slateScene,
} from '../../../src-shared/domain/broadcast/layouts.ts';
import type { Scene } from '../../../src-shared/domain/broadcast/scene.ts';
import type { BroadcastDraft, BroadcastSource } from './broadcastState.ts';

export type OverlayDraft = Pick<BroadcastDraft, 'slate' | 'lowerThird' | 'logo'>;

/** The words of the slates, in the user's language. */
export interface SlateWords {
  startingSoon: string;
  beRightBack: string;
  /** In the place of the time, when none is left. */
  done: string;
}

/** The sources in a layout. */
export function composeLayout(
  layout: BroadcastDraft['layout'],
  sources: readonly Pick<BroadcastSource, 'id' | 'kind'>[],
): Scene {
  const idsOf = (isWanted: (kind: BroadcastSource['kind']) => boolean) =>
    sources.filter(({ kind }) => isWanted(kind)).map(({ id }) => id);
  // A media file is seen whole, as a screen is.
  return layoutScene(layout, {
    cameras: idsOf((kind) => kind === 'camera'),
    screens: idsOf((kind) => kind !== 'camera'),
  });
}

/** What viewers see: a scene with what lies over it, or a slate alone. */
export function withOverlays(
  scene: Scene,
  { slate, lowerThird, logo, caption }: OverlayDraft & { caption: string | null },
  words: SlateWords,
): Scene {
  if (slate.kind !== null) {
    const countdown =
      slate.kind === 'startingSoon' && slate.endsAtMs !== null
        ? { endsAtMs: slate.endsAtMs, doneText: words.done }
        : null;
    return slateScene(words[slate.kind], countdown);
  }
  const { title, subtitle } = lowerThird;
  const over = [
    ...(lowerThird.isOn && title.trim() !== '' ? [lowerThirdItem('lower-third', title, subtitle)] : []),
    ...(logo.isOn && logo.image ? [logoItem('logo', logo.image, logo.corner)] : []),
    ...(caption === null ? [] : [captionItem('caption', caption)]),
  ];
  const { items } = scene;
  const top = Math.max(0, ...items.map(({ z }) => z));
  // Above all of a scene of one's own, too.
  return {
    ...scene,
    items: [...items, ...over.map((item) => ({ ...item, z: Math.min(1000, top + item.z) }))],
  };
}

/** Another key is another scene: what follows by a transition. */
export const keyOf = (sceneKey: string, { slate, lowerThird, logo }: OverlayDraft): string =>
  slate.kind ?? [sceneKey, lowerThird.isOn, logo.isOn].join(' ');
