import { useTranslation } from '../../../lib/useTranslation.ts';
import type { Clip } from '../../../../src-shared/domain/edit/document.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { speedOpened } from '../editorSlice.ts';
import { percentOf } from '../speed.ts';
import { PLACEMENT_RANGES } from '../timeline/curves.ts';
import { KeyedSlider } from './KeyedSlider.tsx';
import { useClipEdit } from './useClipEdit.ts';

const FIELDS = [
  { key: 'scale', label: 'scale', start: 100, unit: '%' },
  { key: 'x', label: 'x', start: 0, unit: 'px' },
  { key: 'y', label: 'y', start: 0, unit: 'px' },
  { key: 'rotationDeg', label: 'rotation', start: 0, unit: '°' },
] as const;

const CROPS = ['left', 'top', 'right', 'bottom'] as const;

/** Where a clip is in the frame, how much of it is seen, and how fast. */
export function PlacementFields({ clip, clipIds }: { clip: Clip; clipIds: readonly string[] }) {
  const { t } = useTranslation(['editor', 'editing']);
  const dispatch = useAppDispatch();
  const { show, keep } = useClipEdit(clipIds);
  const { transform, opacity, speed } = clip;
  const cropped = (side: (typeof CROPS)[number], value: number) => ({
    transform: { ...transform, crop: { ...transform.crop, [side]: value } },
  });
  return (
    <section aria-label={t('effects.placement')} className="grid gap-3 border-t border-line2 pt-4">
      <h3 className="text-xs font-semibold text-t1">{t('effects.placement')}</h3>
      <KeyedSlider
        clip={clip}
        parameter="opacity"
        label={t('effects.opacity')}
        value={opacity}
        min={0}
        max={100}
        defaultValue={100}
        unit="%"
        onChange={(value) => show({ opacity: value })}
        onCommit={(value) => keep({ opacity: value })}
      />
      {FIELDS.map(({ key, label, start, unit }) => (
        <KeyedSlider
          key={key}
          clip={clip}
          parameter={key}
          label={t(`effects.${label}`)}
          value={transform[key]}
          {...PLACEMENT_RANGES[key]}
          defaultValue={start}
          unit={unit}
          onChange={(value) => show({ transform: { ...transform, [key]: value } })}
          onCommit={(value) => keep({ transform: { ...transform, [key]: value } })}
        />
      ))}
      {CROPS.map((side) => (
        <KeyedSlider
          key={side}
          clip={clip}
          parameter={`crop.${side}`}
          label={t(`editing:crop.${side}`)}
          value={transform.crop[side]}
          min={0}
          max={100}
          defaultValue={0}
          unit="%"
          onChange={(value) => show(cropped(side, value))}
          onCommit={(value) => keep(cropped(side, value))}
        />
      ))}
      {speed.num > 0 && (
        <Button size="sm" onClick={() => dispatch(speedOpened(true))}>
          {t('editing:speed.open', { percent: percentOf(speed) })}
        </Button>
      )}
    </section>
  );
}
