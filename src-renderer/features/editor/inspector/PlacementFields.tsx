import { useTranslation } from 'react-i18next';
import type { Clip } from '../../../../src-shared/domain/edit/document.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Slider } from '../../../ui/Slider.tsx';
import { edit } from '../edits.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { useClipEdit } from './useClipEdit.ts';

const FIELDS = [
  { key: 'scale', label: 'scale', min: 1, max: 400, start: 100, unit: '%' },
  { key: 'x', label: 'x', min: -1920, max: 1920, start: 0, unit: 'px' },
  { key: 'y', label: 'y', min: -1080, max: 1080, start: 0, unit: 'px' },
  { key: 'rotationDeg', label: 'rotation', min: -180, max: 180, start: 0, unit: '°' },
] as const;

/** As a fraction, so that frames stay whole. */
const SPEEDS = {
  '0.25×': { num: 1, den: 4 },
  '0.5×': { num: 1, den: 2 },
  '0.75×': { num: 3, den: 4 },
  '1×': { num: 1, den: 1 },
  '1.25×': { num: 5, den: 4 },
  '1.5×': { num: 3, den: 2 },
  '2×': { num: 2, den: 1 },
  '4×': { num: 4, den: 1 },
} as const;
const SPEED_NAMES = Object.keys(SPEEDS) as (keyof typeof SPEEDS)[];

/** Where a clip is in the frame, how much of it is seen, and how fast. */
export function PlacementFields({ clip, clipIds }: { clip: Clip; clipIds: readonly string[] }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { show, keep } = useClipEdit(clipIds);
  const { transform, opacity, speed } = clip;
  const speedName = SPEED_NAMES.find((name) => SPEEDS[name].num * speed.den === speed.num * SPEEDS[name].den);
  return (
    <section aria-label={t('effects.placement')} className="grid gap-3 border-t border-line2 pt-4">
      <h3 className="text-xs font-semibold text-t1">{t('effects.placement')}</h3>
      <Slider
        label={t('effects.opacity')}
        value={opacity}
        min={0}
        max={100}
        defaultValue={100}
        unit="%"
        onChange={(value) => show({ opacity: value })}
        onCommit={(value) => keep({ opacity: value })}
      />
      {FIELDS.map(({ key, label, min, max, start, unit }) => (
        <Slider
          key={key}
          label={t(`effects.${label}`)}
          value={transform[key]}
          min={min}
          max={max}
          defaultValue={start}
          unit={unit}
          onChange={(value) => show({ transform: { ...transform, [key]: value } })}
          onCommit={(value) => keep({ transform: { ...transform, [key]: value } })}
        />
      ))}
      {speed.num > 0 && (
        <ChoiceField
          label={t('effects.speed')}
          value={speedName ?? '1×'}
          options={SPEED_NAMES.map((value) => ({ value, label: value }))}
          onChange={(name) => dispatch(edit('setSpeed', { clipIds: [...clipIds], speed: SPEEDS[name] }))}
        />
      )}
    </section>
  );
}
