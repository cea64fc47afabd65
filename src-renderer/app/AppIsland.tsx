import { Suspense, use, type ReactNode } from 'react';
import { Provider, useSelector } from 'react-redux';
import { Outlet, useOutletContext } from 'react-router-dom';
import { useTranslation } from '../lib/useTranslation.ts';
import { PRODUCT_NAME } from '../../src-shared/domain/product.ts';
import { selectSession } from '../features/auth/index.ts';
import { selectConnection } from '../features/workspace/index.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { OfflineState } from '../ui/StateMessage.tsx';
import { TooltipProvider } from '../ui/Tooltip.tsx';
import { appReady } from './startApp.ts';

interface AppIslandProps {
  /** Shows nothing until it can show all: the page is whole without it. */
  isQuiet?: boolean;
  /** What needs it; else the route below, with the context that the page gives. */
  children?: ReactNode;
}

/** What a part of a public page needs of the app: the store, and who is signed in. The page around it is without. */
export default function AppIsland({ isQuiet = false, children }: AppIslandProps) {
  const { store } = use(appReady);
  const context = useOutletContext();
  return (
    <Provider store={store}>
      <TooltipProvider>
        <Gate isQuiet={isQuiet}>{children ?? <Outlet context={context} />}</Gate>
      </TooltipProvider>
    </Provider>
  );
}

/** Waits in its own place; says there what is in the way. */
function Gate({ isQuiet, children }: { isQuiet: boolean; children: ReactNode }) {
  const { t } = useTranslation(['shell', 'common']);
  const connection = useSelector(selectConnection);
  const session = useSelector(selectSession);
  const loading = (
    <p role="status" className="flex items-center justify-center gap-3 py-10 text-t2">
      <Spinner sizePx={18} className="text-accent" />
      {t('common:loading', { product: PRODUCT_NAME })}
    </p>
  );
  if (session.status === 'ready') return <Suspense fallback={isQuiet ? null : loading}>{children}</Suspense>;
  if (isQuiet) return null;
  if (connection.state === 'refused')
    return (
      <OfflineState
        title={t('shell:connection.absent')}
        message={connection.refusal?.message ?? t('shell:connection.absentMessage')}
      />
    );
  if (connection.state === 'lost' || connection.state === 'closed')
    return (
      <OfflineState title={t('shell:connection.absent')} message={t('shell:connection.absentMessage')} />
    );
  if (session.status === 'failed')
    return <OfflineState title={session.error.message} message={t('shell:session.hint')} />;
  return loading;
}
