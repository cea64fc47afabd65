import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { selectSession } from '../../auth/index.ts';
import { selectKept } from './feedbackSlice.ts';
import { discardKept, sendKept } from './feedbackThunks.ts';
import type { KeptFeedback } from './kept.ts';

/** What was written here and has not arrived; nothing where nothing waits. */
export function KeptList() {
  const { t } = useTranslation('help');
  const dispatch = useAppDispatch();
  const kept = useSelector(selectKept);
  const [isTrying, setTrying] = useState(false);
  const [asked, setAsked] = useState<KeptFeedback | null>(null);
  if (kept.length === 0) return null;
  const trySend = async () => {
    setTrying(true);
    await dispatch(sendKept());
    setTrying(false);
  };
  return (
    <Card aria-labelledby="kept-title">
      <CardHeader
        id="kept-title"
        title={`${t('feedback.waiting.title')} (${kept.length})`}
        actions={
          <Button size="sm" isBusy={isTrying} onClick={() => void trySend()}>
            {t('feedback.waiting.trySend')}
          </Button>
        }
      />
      <p className="mb-3 text-xs text-t2">{t('feedback.waiting.message')}</p>
      <ul className="grid gap-2">
        {kept.map((feedback) => (
          <li key={feedback.id}>
            <Kept feedback={feedback} onDiscard={() => setAsked(feedback)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={t('feedback.waiting.ask')}
        description={t('feedback.waiting.askMessage')}
        confirmLabel={t('feedback.waiting.discard')}
        cancelLabel={t('feedback.waiting.cancel')}
        isDestructive
        onConfirm={() => asked && void dispatch(discardKept(asked.id))}
      />
    </Card>
  );
}

function Kept({ feedback, onDiscard }: { feedback: KeptFeedback; onDiscard: () => void }) {
  const { t } = useTranslation('help');
  const session = useSelector(selectSession);
  const userId = session.status === 'ready' && session.data.kind === 'signedIn' ? session.data.userId : null;
  const isOfOther = feedback.userId !== null && feedback.userId !== userId;
  const when = formatDateTime(feedback.writtenAtMs);
  return (
    <div className="grid gap-1.5 rounded-lg border border-line bg-inset px-3 py-2.5">
      <div className="flex items-center justify-between gap-3 text-xs text-t3">
        <span>
          {t(`feedback.types.${feedback.feedbackType}`)} · {when}
        </span>
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('feedback.waiting.discardNamed', { when })}
          onClick={onDiscard}
        >
          {t('feedback.waiting.discard')}
        </Button>
      </div>
      {/* Nobody else on this device is shown what somebody wrote. */}
      {isOfOther ? (
        <p className="text-t2">{t('feedback.waiting.ofOther')}</p>
      ) : (
        <p className="line-clamp-3 break-words whitespace-pre-wrap text-t1">{feedback.message}</p>
      )}
      {feedback.refusal !== null && (
        <p className="text-xs text-red-text">{t('feedback.waiting.refused', { reason: feedback.refusal })}</p>
      )}
    </div>
  );
}
