import './texts.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { missingForBasicTakes } from '../../media/basicTakes/missing.ts';
import { Card } from '../../ui/Card.tsx';
import { UnsupportedState } from '../../ui/StateMessage.tsx';

/** Its children where this browser can record into its own storage; else what it lacks. */
export function MissingBasic({ children }: { children: ReactNode }) {
  const { t } = useTranslation('basicRecorder');
  const missing = missingForBasicTakes();
  if (missing === null) return children;
  return (
    <Card>
      <UnsupportedState title={t('missing.title')} message={t(`missing.${missing}`)} />
    </Card>
  );
}
