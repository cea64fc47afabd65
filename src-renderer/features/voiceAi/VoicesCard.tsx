import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { Voice } from '../../../src-shared/contract/voice.ts';
import { formatDate } from '../../lib/dates.ts';
import { dataOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FailureBox } from './FailureBox.tsx';
import { deleteVoice, listVoices, selectVoices, selectVoicesFailure } from './voiceSlice.ts';

/** The voices of the account at the provider: cloned ones can be deleted. */
export function VoicesCard({ hasKey, onSetUp }: { hasKey: boolean; onSetUp: () => void }) {
  const { t } = useTranslation('voiceAi');
  const dispatch = useAppDispatch();
  const hasOwn = (dataOf(useSelector(selectVoices)) ?? []).length > 0;
  return (
    <Card aria-labelledby="voice-voices">
      <CardHeader
        id="voice-voices"
        title={t('voices.title')}
        actions={
          hasKey && (
            <Button size="sm" onClick={() => void dispatch(listVoices())}>
              {t('voices.refresh')}
            </Button>
          )
        }
      />
      {!hasKey && <p className="mb-2.5 text-t2">{t('voices.needKey')}</p>}
      {(hasKey || hasOwn) && <VoiceList onSetUp={onSetUp} />}
    </Card>
  );
}

function VoiceList({ onSetUp }: { onSetUp: () => void }) {
  const { t } = useTranslation('voiceAi');
  const voices = useSelector(selectVoices);
  const failure = useSelector(selectVoicesFailure);
  if (voices.status === 'loading') return <Skeleton className="h-24" />;
  if (voices.status === 'failed') return <FailureBox failure={voices.error} onSetUp={onSetUp} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {failure !== null && <FailureBox failure={failure} onSetUp={onSetUp} />}
      {voices.data.length === 0 ? (
        <p className="text-t3">{t('voices.none')}</p>
      ) : (
        <ul
          className="grid max-h-80 grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto"
          aria-label={t('voices.title')}
        >
          {voices.data.map((voice) => (
            <VoiceRow key={voice.voiceId} voice={voice} />
          ))}
        </ul>
      )}
    </div>
  );
}

function VoiceRow({ voice }: { voice: Voice }) {
  const { t } = useTranslation(['voiceAi', 'common']);
  const dispatch = useAppDispatch();
  const [isAsking, setIsAsking] = useState(false);
  const { voiceId, name, description, kind, consentAtMs } = voice;
  const consent =
    consentAtMs === null
      ? t('voiceAi:voices.noConsent')
      : t('voiceAi:voices.consentOf', { date: formatDate(consentAtMs) });
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-lg bg-inset px-3 py-2">
      <span className="min-w-0 grow basis-24">
        <span className="block truncate font-medium text-t1">{name}</span>
        <span className="block truncate text-xs text-t3">{kind === 'cloned' ? consent : description}</span>
      </span>
      <Pill>{t(`voiceAi:voices.${kind}`)}</Pill>
      {kind === 'cloned' && (
        <Button
          size="sm"
          variant="danger"
          aria-label={t('voiceAi:voices.deleteOf', { name })}
          onClick={() => setIsAsking(true)}
        >
          {t('voiceAi:voices.delete')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('voiceAi:voices.deleteQuestion', { name })}
        description={t('voiceAi:voices.deleteMessage')}
        confirmLabel={t('voiceAi:voices.delete')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void dispatch(deleteVoice(voiceId))}
      />
    </li>
  );
}
