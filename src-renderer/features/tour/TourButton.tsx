import './texts.ts';
import { Compass } from 'lucide-react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { tourMoved } from './tourSlice.ts';

/** Starts the tour from its first step. */
export function TourButton() {
  const { t } = useTranslation('tour');
  const dispatch = useAppDispatch();
  return (
    <Button onClick={() => dispatch(tourMoved(0))}>
      <Compass aria-hidden="true" className="size-4" />
      {t('start')}
    </Button>
  );
}
