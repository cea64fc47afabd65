import './texts.ts';
import { ListChecks, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { isSetUpAnswered, rememberSetUp } from './seen.ts';

/** Opens the first steps, from the microphone on. */
export function SetUpButton() {
  const { t } = useTranslation('setUp');
  const navigate = useNavigate();
  return (
    <Button onClick={() => void navigate(ROUTES.setUp)}>
      <ListChecks aria-hidden="true" className="size-4" />
      {t('start')}
    </Button>
  );
}

/** Offers them once; after an answer they are found in Help. */
export function SetUpOffer() {
  const { t } = useTranslation('setUp');
  const [isAnswered, setAnswered] = useState(isSetUpAnswered);
  if (isAnswered) return null;
  const dismiss = () => {
    rememberSetUp();
    setAnswered(true);
  };
  return (
    <Card aria-label={t('title')} className="flex flex-wrap items-center gap-x-4 gap-y-2 !py-3">
      <p className="min-w-0 grow text-balance text-t2">{t('offer')}</p>
      <SetUpButton />
      <IconButton label={t('dismiss')} icon={<X aria-hidden="true" />} hasBorder={false} onClick={dismiss} />
    </Card>
  );
}
