import { Star } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { RATING_LABELS } from '../../../../src-shared/domain/feedback.ts';
import { classNames } from '../../../lib/classNames.ts';

interface RatingFieldProps {
  /** 1 to 5; null for none. */
  value: number | null;
  onChange: (rating: number | null) => void;
}

/** One to five stars with their words. The chosen one, pressed again, is taken back. */
export function RatingField({ value, onChange }: RatingFieldProps) {
  const { t } = useTranslation('help');
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="text-xs font-medium text-t2">
        {t('feedback.rating')} <span className="font-normal text-t3">({t('feedback.ratingHint')})</span>
      </span>
      <div className="flex items-center gap-3">
        <ToggleGroup.Root
          type="single"
          value={value === null ? '' : String(value)}
          onValueChange={(next) => onChange(next === '' ? null : Number(next))}
          aria-label={t('feedback.rating')}
          className="-ml-1.5 flex"
        >
          {RATING_LABELS.map((label, index) => (
            <ToggleGroup.Item
              key={label}
              value={String(index + 1)}
              aria-label={t('feedback.stars', { label, count: index + 1 })}
              title={label}
              className="grid size-8 place-items-center rounded-lg text-t3 hover:bg-raise hover:text-t1"
            >
              <Star
                aria-hidden="true"
                className={classNames(
                  'size-5',
                  value !== null && index < value && 'fill-(--amb) text-(--amb)',
                )}
              />
            </ToggleGroup.Item>
          ))}
        </ToggleGroup.Root>
        <span className="text-t2">{value === null ? t('feedback.noRating') : RATING_LABELS[value - 1]}</span>
      </div>
    </div>
  );
}
