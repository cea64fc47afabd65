import { RadioGroup } from 'radix-ui';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { LayoutId } from '../../../src-shared/domain/broadcast/layouts.ts';

/** Areas of each layout in a frame of 16 × 9. */
const AREAS: Record<LayoutId, readonly (readonly [x: number, y: number, width: number, height: number])[]> = {
  cameraScreen: [
    [0, 0, 11, 9],
    [11.5, 0, 4.5, 9],
  ],
  pictureInPicture: [
    [0, 0, 16, 9],
    [11, 5.5, 4, 2.6],
  ],
  sideBySide: [
    [0, 1.5, 7.75, 6],
    [8.25, 1.5, 7.75, 6],
  ],
  guestGrid: [
    [0, 0, 7.75, 4.25],
    [8.25, 0, 7.75, 4.25],
    [0, 4.75, 7.75, 4.25],
    [8.25, 4.75, 7.75, 4.25],
  ],
};

interface LayoutChoiceProps {
  value: LayoutId;
  layouts: readonly LayoutId[];
  onChange: (value: LayoutId) => void;
}

/** The layout presets, with a drawing of each. */
export function LayoutChoice({ value, layouts, onChange }: LayoutChoiceProps) {
  const { t } = useTranslation('broadcast');
  return (
    <div className="grid gap-2">
      <RadioGroup.Root
        aria-label={t('preview.layouts')}
        value={value}
        onValueChange={(next) => onChange(next as LayoutId)}
        className="grid grid-cols-2 gap-2 lg:grid-cols-4"
      >
        {layouts.map((id) => (
          <RadioGroup.Item
            key={id}
            value={id}
            aria-label={t(`preview.names.${id}`)}
            className="grid min-w-0 justify-items-center gap-1.5 rounded-lg border border-line2 bg-inset p-2 text-xs text-t2 hover:border-edge data-[state=checked]:border-accent data-[state=checked]:bg-accbg data-[state=checked]:text-t1"
          >
            <svg viewBox="0 0 16 9" aria-hidden="true" className="h-9 w-16">
              {AREAS[id].map(([x, y, width, height], index) => (
                <rect
                  key={index}
                  {...{ x, y, width, height }}
                  rx={0.4}
                  className={index === 0 ? 'fill-current opacity-40' : 'fill-current opacity-80'}
                />
              ))}
            </svg>
            <span className="w-full text-center">{t(`preview.names.${id}`)}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <p className="text-xs text-t3">{t(`preview.hints.${value}`)}</p>
    </div>
  );
}
