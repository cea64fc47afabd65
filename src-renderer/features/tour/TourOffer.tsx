import './texts.ts';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TourButton } from './TourButton.tsx';
import { selectTourStep } from './tourSlice.ts';
import { useSeenTour } from './useSeenTour.ts';

/** Offers the tour to a person who does not know it; once answered it is found in Help and in the palette. */
export function TourOffer() {
  const { t } = useTranslation('tour');
  const [isSeen, remember] = useSeenTour();
  const isRunning = useSelector(selectTourStep) !== null;
  if (isSeen || isRunning) return null;
  return (
    <Card aria-label={t('label')} className="flex flex-wrap items-center gap-x-4 gap-y-2 !py-3">
      <p className="min-w-0 grow text-balance text-t2">{t('offer')}</p>
      <TourButton />
      <IconButton label={t('dismiss')} icon={<X aria-hidden="true" />} hasBorder={false} onClick={remember} />
    </Card>
  );
}
