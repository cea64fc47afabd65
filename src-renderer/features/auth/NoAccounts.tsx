import './texts.ts';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { UnsupportedState } from '../../ui/StateMessage.tsx';

/** Where nobody can sign in: why, and the way on. */
export function NoAccounts({ reason }: { reason: string }) {
  const { t } = useTranslation('auth');
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <h1 className="sr-only">{PRODUCT_NAME}</h1>
      <UnsupportedState
        title={t('none.title')}
        message={t('none.message', { reason })}
        action={
          <Button variant="primary" asChild>
            <Link to={ROUTES.dashboard}>{t('none.open')}</Link>
          </Button>
        }
      />
    </main>
  );
}
