import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { showNotice } from '../../ui/notice.ts';
import { selectSession } from '../auth/index.ts';
import { listOwn, selectOwnLicences, startTrial } from './licenceSlice.ts';
import { OwnLicences } from './OwnLicences.tsx';
import { useLicenceAction } from './useLicenceAction.ts';

/** What an account opens: one of its licences, or its trial. */
export function AccountWays({ report }: { report: LicenceStatusReport }) {
  const session = useSelector(selectSession);
  const email = session.status === 'ready' && session.data.kind === 'signedIn' ? session.data.email : null;
  return email === null ? <SignedOutWays /> : <SignedInWays report={report} email={email} />;
}

function SignedOutWays() {
  const { t } = useTranslation('licence');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const open = (mode: string) =>
    void navigate({ pathname: ROUTES.auth, search: mode }, { state: { from: pathname + search } });
  return (
    <div className="grid gap-2">
      <div className="grid gap-2 sm:grid-cols-2">
        <Button size="lg" onClick={() => open('')}>
          {t('account.signIn')}
        </Button>
        <Button size="lg" onClick={() => open('?mode=signup')}>
          {t('account.startTrial')}
        </Button>
      </div>
      <p className="text-xs text-t3">{t('account.trialNote')}</p>
    </div>
  );
}

function SignedInWays({ report, email }: { report: LicenceStatusReport; email: string }) {
  const { t } = useTranslation('licence');
  const dispatch = useAppDispatch();
  const own = useSelector(selectOwnLicences);
  // There is one trial an account: where it was started, it is in the list, and can be chosen there.
  const mayTry = own?.status === 'ready' && !own.data.some(({ isAccountTrial }) => isAccountTrial);
  const { running, failure, run } = useLicenceAction();
  useEffect(() => void dispatch(listOwn()), [dispatch, email]);
  const begin = async () => {
    if (await run('trial', () => dispatch(startTrial())))
      showNotice({ tone: 'success', title: t('activated', { product: PRODUCT_NAME }) });
    else void dispatch(listOwn());
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-xs text-t3">{t('account.signedInAs', { email })}</p>
      <OwnLicences report={report} />
      {mayTry && (
        <div className="grid gap-2">
          <Button size="lg" isBusy={running === 'trial'} onClick={() => void begin()}>
            {t('account.startTrial')}
          </Button>
          <p className="text-xs text-t3">{t('account.trialNote')}</p>
        </div>
      )}
      {failure && <MessageBox tone="error">{failure.message}</MessageBox>}
    </div>
  );
}
