import './texts.ts';
import { ListChecks } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { Button } from '../../ui/Button.tsx';

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
