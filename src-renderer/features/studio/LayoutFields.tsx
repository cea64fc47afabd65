import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeVideoTrack } from '../../../src-shared/contract/takeVideoTracks.ts';
import type { VideoLayout } from '../../../src-shared/contract/takeVideo.ts';
import {
  BUBBLE_CORNERS,
  BUBBLE_SIZES,
  cornerOf,
  placeOfCorner,
} from '../../../src-shared/domain/cameraBubble.ts';
import { Choice } from '../../ui/Choice.tsx';
import { LAYOUT_KINDS, MOST_BESIDE, type VideoChanges } from './videoLayout.ts';

/** Stands for the place to which a bubble was dragged. */
const FREE = 'free';

interface LayoutFieldsProps {
  /** Besides the one that is exported. */
  others: readonly TakeVideoTrack[];
  layout: VideoLayout;
  onChange: (changes: VideoChanges) => void;
}

/** Other cameras and screens in the same frame. */
export function LayoutFields({ others, layout, onChange }: LayoutFieldsProps) {
  const { t } = useTranslation('studio');
  return (
    <>
      <Choice
        label={t('recordings.exportDialog.layout')}
        value={layout.kind}
        {...(layout.kind === 'sideBySide' &&
          others.length > MOST_BESIDE && { hint: t('recordings.exportDialog.layoutMost') })}
        options={LAYOUT_KINDS.map((value) => ({
          value,
          label: t(`recordings.exportDialog.layouts.${value}`),
        }))}
        onChange={(kind) => onChange({ layout: kind })}
      />
      {layout.kind === 'bubble' && <BubbleFields others={others} layout={layout} onChange={onChange} />}
    </>
  );
}

function BubbleFields({
  others,
  layout: { videoId, place },
  onChange,
}: LayoutFieldsProps & { layout: Extract<VideoLayout, { kind: 'bubble' }> }) {
  const { t } = useTranslation('studio');
  const corner = cornerOf(place);
  return (
    <>
      {others.length > 1 && (
        <Choice
          label={t('recordings.exportDialog.bubble')}
          value={videoId}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(bubbleId) => onChange({ bubbleId })}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <Choice
          label={t('recordings.exportDialog.bubblePlace')}
          value={corner ?? FREE}
          options={[
            ...BUBBLE_CORNERS.map((value) => ({
              value,
              label: t(`recordings.exportDialog.corners.${value}`),
            })),
            ...(corner === null
              ? [{ value: FREE, label: t('recordings.exportDialog.corners.free') } as const]
              : []),
          ]}
          onChange={(value) => value !== FREE && onChange({ place: { ...place, ...placeOfCorner(value) } })}
        />
        <Choice
          label={t('recordings.exportDialog.bubbleSize')}
          value={place.size}
          options={BUBBLE_SIZES.map((value) => ({
            value,
            label: t(`recordings.exportDialog.sizes.${value}`),
          }))}
          onChange={(size) => onChange({ place: { ...place, size } })}
        />
      </div>
    </>
  );
}
