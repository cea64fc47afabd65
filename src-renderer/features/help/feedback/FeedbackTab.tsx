import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import {
  FEEDBACK_THANKS_MS,
  MAX_FEEDBACK_DIAGNOSTICS_LENGTH,
} from '../../../../src-shared/domain/feedback.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { OfflineState, UnsupportedState } from '../../../ui/StateMessage.tsx';
import { CircleCheck } from 'lucide-react';
import { selectSession } from '../../auth/index.ts';
import { CrashReportsCard } from '../CrashReportsCard.tsx';
import { DiagnosticsCard } from '../DiagnosticsCard.tsx';
import { FeedbackForm } from './FeedbackForm.tsx';
import { KeptList } from './KeptList.tsx';

/** The form, or what came of it, and what still waits to be sent. */
export function FeedbackTab() {
  const { t } = useTranslation('help');
  const session = useSelector(selectSession);
  const [crash, setCrash] = useState<string | null>(null);
  const [diagnostics, setDiagnostics] = useState<string | null>(null);
  const attached = [crash, diagnostics].filter((text) => text !== null).join('\n\n');
  const isLocal = session.status === 'ready' && session.data.kind === 'local' ? session.data : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]">
      <Card aria-labelledby="feedback-title">
        <CardHeader id="feedback-title" title={t('feedback.title')} />
        {isLocal ? (
          <UnsupportedState title={t('feedback.unavailable')} message={isLocal.reason} />
        ) : (
          <Form diagnostics={attached === '' ? null : attached.slice(0, MAX_FEEDBACK_DIAGNOSTICS_LENGTH)} />
        )}
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <KeptList />
        <CrashReportsCard canAttach={isLocal === null} onAttach={setCrash} />
        <DiagnosticsCard canAttach={isLocal === null} onAttach={setDiagnostics} />
      </div>
    </div>
  );
}

function Form({ diagnostics }: { diagnostics: string | null }) {
  const { t } = useTranslation('help');
  const [done, setDone] = useState<'sent' | 'kept' | null>(null);
  useEffect(() => {
    if (done !== 'sent') return undefined;
    const timer = setTimeout(() => setDone(null), FEEDBACK_THANKS_MS);
    return () => clearTimeout(timer);
  }, [done]);
  if (done === 'sent') {
    return (
      <div role="status" className="grid justify-items-center gap-2 px-4 py-16 text-center">
        <CircleCheck aria-hidden="true" className="size-7 text-grn" />
        <p className="font-medium text-t1">{t('feedback.thanks')}</p>
        <p className="text-t2">{t('feedback.thanksMessage')}</p>
      </div>
    );
  }
  if (done === 'kept') {
    return (
      <OfflineState
        className="!py-12"
        title={t('feedback.kept')}
        message={t('feedback.keptMessage')}
        action={
          <Button size="sm" onClick={() => setDone(null)}>
            {t('feedback.writeMore')}
          </Button>
        }
      />
    );
  }
  return <FeedbackForm onDone={setDone} diagnostics={diagnostics} />;
}
