import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Logo } from '../../ui/Logo.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { selectSession } from '../auth/index.ts';
import { AccountWays } from './AccountWays.tsx';
import { FreeTierWay } from './FreeTierWay.tsx';
import { KeyForm } from './KeyForm.tsx';
import { StateNotice } from './StateNotice.tsx';
import { WhatIsSent } from './WhatIsSent.tsx';

/** The first launch, and whatever else keeps a device from its licence: what is so, and every way on. */
export default function LicenceScreen({ report }: { report: LicenceStatusReport }) {
  const { t } = useTranslation('licence');
  const session = useSelector(selectSession);
  const hasAccounts = session.status === 'ready' && session.data.kind !== 'local';
  useDocumentTitle(t('documentTitle'));
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,32rem)] content-center justify-center justify-items-center gap-6 px-4 py-10">
      <Logo />
      <div className="grid w-full gap-6 rounded-2xl border border-line bg-panel p-5 shadow-panel sm:p-8">
        {report.state.kind === 'none' ? (
          <header className="grid gap-1.5">
            <h1 className="text-xl font-semibold tracking-tight">
              {t('welcome.title', { product: PRODUCT_NAME })}
            </h1>
            <p className="text-t2">{t('welcome.message')}</p>
          </header>
        ) : (
          <StateNotice state={report.state} />
        )}
        {report.serverUrl === null && (
          <MessageBox tone="info" hint={t('noServer.message')}>
            {t('noServer.title')}
          </MessageBox>
        )}
        <KeyForm />
        {hasAccounts && (
          <>
            <Or />
            <AccountWays report={report} />
          </>
        )}
        <WhatIsSent report={report} />
      </div>
      <FreeTierWay report={report} />
    </main>
  );
}

function Or() {
  const { t } = useTranslation('licence');
  return (
    <div className="flex items-center gap-3 text-xs text-t3" role="separator" aria-label={t('or')}>
      <span className="h-px grow bg-line2" />
      <span aria-hidden="true">{t('or')}</span>
      <span className="h-px grow bg-line2" />
    </div>
  );
}
