import {
  layoutScene,
  logoItem,
  lowerThirdItem,
  slateScene,
} from '../../../src-shared/domain/broadcast/layouts.ts';
import type { Scene } from '../../../src-shared/domain/broadcast/scene.ts';
import type { BroadcastDraft, BroadcastSource } from './broadcastState.ts';

export type SceneDraft = Pick<BroadcastDraft, 'layout' | 'slate' | 'lowerThird' | 'logo'>;

/** The words of the slates, in the user's language. */
export interface SlateWords {
  startingSoon: string;
  beRightBack: string;
  /** In the place of the time, when none is left. */
  done: string;
}

/** What viewers see: the sources in their layout with what lies over them, or a slate alone. */
export function composeScene(
  { layout, slate, lowerThird, logo }: SceneDraft,
  sources: readonly Pick<BroadcastSource, 'id' | 'kind'>[],
  words: SlateWords,
): Scene {
  if (slate.kind !== null) {
    const countdown =
      slate.kind === 'startingSoon' && slate.endsAtMs !== null
        ? { endsAtMs: slate.endsAtMs, doneText: words.done }
        : null;
    return slateScene(words[slate.kind], countdown);
  }
  const idsOf = (kind: BroadcastSource['kind']) =>
    sources.filter((source) => source.kind === kind).map(({ id }) => id);
  const scene = layoutScene(layout, { cameras: idsOf('camera'), screens: idsOf('screen') });
  const { title, subtitle } = lowerThird;
  return {
    ...scene,
    items: [
      ...scene.items,
      ...(lowerThird.isOn && title.trim() !== '' ? [lowerThirdItem('lower-third', title, subtitle)] : []),
      ...(logo.isOn && logo.image ? [logoItem('logo', logo.image, logo.corner)] : []),
    ],
  };
}
