import { X } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { isSetUpAnswered, rememberSetUp, SetUpButton } from '../setUp/index.ts';
import { selectTourStep, TourButton, useSeenTour } from '../tour/index.ts';

/** Offers the first steps and the tour, each until it was taken or declined; both are found in Help afterwards. */
export function NewHereCard() {
  const { t } = useTranslation('dashboard');
  const [isSetUp, setSetUp] = useState(isSetUpAnswered);
  const [isTourSeen, rememberTour] = useSeenTour();
  const isTouring = useSelector(selectTourStep) !== null;
  if (isTouring || (isSetUp && isTourSeen)) return null;
  const dismiss = () => {
    rememberSetUp();
    setSetUp(true);
    rememberTour();
  };
  const offered = isSetUp ? 'tour' : isTourSeen ? 'setUp' : 'both';
  return (
    <Card aria-label={t('newHere.label')} className="flex flex-wrap items-center gap-x-4 gap-y-2 !py-3">
      <p className="min-w-0 grow basis-72 text-balance text-t2">{t(`newHere.${offered}`)}</p>
      <div className="flex flex-wrap items-center gap-2">
        {!isSetUp && <SetUpButton />}
        {!isTourSeen && <TourButton />}
        <IconButton
          label={t('newHere.dismiss')}
          icon={<X aria-hidden="true" />}
          hasBorder={false}
          onClick={dismiss}
        />
      </div>
    </Card>
  );
}
