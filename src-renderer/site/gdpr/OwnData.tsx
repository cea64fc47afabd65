import './texts.en.ts';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { dataRequestTypeOf } from '../../../src-shared/domain/dataRequest.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { selectSession } from '../../features/auth/index.ts';
import { dataOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { UnsupportedState } from '../../ui/StateMessage.tsx';
import { ActionLink } from '../ActionLink.tsx';
import { AccountCard } from './AccountCard.tsx';
import { CaseList } from './CaseList.tsx';
import { casesChanged } from './ownDataApi.ts';
import { RequestForm } from './RequestForm.tsx';

/** What one does by oneself with an account, and the form for everybody. */
export default function OwnData() {
  const { t } = useTranslation('gdpr');
  const session = dataOf(useSelector(selectSession));
  if (session === null) return null;
  if (session.kind === 'local')
    return <UnsupportedState title={t('none.title')} message={t('none.text', { reason: session.reason })} />;
  return (
    <div className="grid gap-10">
      {session.kind === 'signedIn' ? (
        <AccountCard userId={session.userId} email={session.email} />
      ) : (
        <section
          aria-labelledby="own-title"
          className="grid justify-items-start gap-3 rounded-2xl border border-line2 bg-panel p-6 sm:p-8"
        >
          <h2 id="own-title" className="text-xl font-semibold tracking-tight">
            {t('own.title')}
          </h2>
          <p className="leading-relaxed text-t2">{t('own.signedOut')}</p>
          <ActionLink target={ROUTES.auth} look="secondary">
            {t('own.signIn')}
          </ActionLink>
        </section>
      )}
      <section
        aria-labelledby="request-title"
        className="rounded-2xl border border-line2 bg-panel p-6 sm:p-8"
      >
        <Request email={session.kind === 'signedIn' ? session.email : ''} />
      </section>
      {session.kind === 'signedIn' && <CaseList userId={session.userId} />}
    </div>
  );
}

/** The form, or what is in its place once it was sent. */
function Request({ email }: { email: string }) {
  const { t } = useTranslation('gdpr');
  const dispatch = useAppDispatch();
  const [search] = useSearchParams();
  const [isSent, setIsSent] = useState(false);
  const type = dataRequestTypeOf(search.get('type'));
  if (!isSent)
    return (
      <>
        <h2 id="request-title" className="text-xl font-semibold tracking-tight">
          {t('form.title')}
        </h2>
        <p className="mt-2 mb-6 text-t2">{t('form.lead')}</p>
        <RequestForm
          // Another address is another form.
          key={`${type} ${email}`}
          type={type}
          email={email}
          onSent={() => {
            setIsSent(true);
            dispatch(casesChanged());
          }}
        />
      </>
    );
  return (
    <div role="status" className="grid justify-items-center gap-2 py-8 text-center">
      <CircleCheck size={40} strokeWidth={1.5} className="text-grn-text" aria-hidden="true" />
      <h2 id="request-title" className="mt-2 text-2xl font-semibold tracking-tight">
        {t('sent.title')}
      </h2>
      <p className="text-t2">{t('sent.text')}</p>
      <Button className="mt-5" onClick={() => setIsSent(false)}>
        {t('sent.again')}
      </Button>
    </div>
  );
}
