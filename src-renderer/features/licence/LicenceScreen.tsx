import { useRef, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Logo } from '../../ui/Logo.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { selectSession } from '../auth/index.ts';
import { FirstRun } from '../firstRun/index.ts';
import { AccountWays } from './AccountWays.tsx';
import { FreeTierWay } from './FreeTierWay.tsx';
import { KeyForm } from './KeyForm.tsx';
import { StateNotice } from './StateNotice.tsx';
import { WhatIsSent } from './WhatIsSent.tsx';

/** The first launch, and whatever else keeps a device from its licence: what is so, and every way on. */
export default function LicenceScreen({ report }: { report: LicenceStatusReport }) {
  const { t } = useTranslation('licence');
  useDocumentTitle(t('documentTitle'));
  return report.state.kind === 'none' ? <FirstLaunch report={report} /> : <LicenceEnded report={report} />;
}

/** Before anything is asked, a newcomer hears what it is for. */
function FirstLaunch({ report }: { report: LicenceStatusReport }) {
  const { t } = useTranslation('licence');
  const navigate = useNavigate();
  const ways = useRef<HTMLDivElement>(null);
  const [isStudioNext, setIsStudioNext] = useState(false);
  const goOn = (address: string) => {
    // This screen is on every address of the app: what is wanted is behind it from now on.
    void navigate(address);
    setIsStudioNext(true);
    ways.current?.focus();
  };
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,32rem)] content-center justify-center gap-6 px-4 py-10 lg:grid-cols-[minmax(0,32rem)_minmax(0,32rem)]">
      <header className="grid justify-items-center gap-3 lg:col-span-2">
        <Logo />
        <h1 className="text-xl font-semibold tracking-tight">
          {t('welcome.title', { product: PRODUCT_NAME })}
        </h1>
      </header>
      <div className="min-w-0">
        <FirstRun onNext={goOn} />
      </div>
      <div ref={ways} tabIndex={-1} className="grid min-w-0 justify-items-center gap-6 outline-none">
        {isStudioNext && <MessageBox tone="info">{t('welcome.studioNext')}</MessageBox>}
        <WaysPanel report={report}>
          <p className="text-t2">{t('welcome.message')}</p>
        </WaysPanel>
        <FreeTierWay report={report} />
      </div>
    </main>
  );
}

function LicenceEnded({ report }: { report: LicenceStatusReport }) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,32rem)] content-center justify-center justify-items-center gap-6 px-4 py-10">
      <Logo />
      <WaysPanel report={report}>
        <StateNotice state={report.state} />
      </WaysPanel>
      <FreeTierWay report={report} />
    </main>
  );
}

function WaysPanel({ report, children }: { report: LicenceStatusReport; children: ReactNode }) {
  const { t } = useTranslation('licence');
  const session = useSelector(selectSession);
  const hasAccounts = session.status === 'ready' && session.data.kind !== 'local';
  return (
    <div className="grid w-full gap-6 rounded-2xl border border-line bg-panel p-5 shadow-panel sm:p-8">
      {children}
      {report.serverUrl === null && (
        <MessageBox tone="info" hint={t('noServer.message', { free: t('free.action') })}>
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
