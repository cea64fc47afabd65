import { CircleCheck } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { setSending, useVirtualMicrophone } from '../engine/index.ts';
import { selectIsConnected, selectSettings } from '../workspace/index.ts';

/** Makes the microphone that other apps hear, and looks whether one of them has opened it. */
export function VirtualStep() {
  const { t } = useTranslation('setUp');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const { sendToApps } = useSelector(selectSettings);
  const { state, microphone } = useVirtualMicrophone();
  if (state.status === 'loading') return <Skeleton className="h-16" />;
  if (state.status === 'failed') return <MessageBox tone="error">{state.error.message}</MessageBox>;
  if (!state.data.support.supported) return <MessageBox tone="info">{state.data.support.reason}</MessageBox>;
  if (microphone === null || !sendToApps)
    return (
      <Button
        variant="primary"
        className="justify-self-start"
        disabled={!isConnected}
        onClick={() => void dispatch(setSending(true))}
      >
        {t('virtual.start')}
      </Button>
    );
  const { name, listeners } = microphone;
  return (
    <div className="grid gap-2.5">
      <p className="text-t1">{t('virtual.choose', { name })}</p>
      <p role="status" className="flex items-center gap-2 text-t2">
        {listeners !== null && listeners.length > 0 && (
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-grn" />
        )}
        {sentenceOf(listeners)}
      </p>
    </div>
  );

  function sentenceOf(programs: string[] | null): string {
    if (programs === null) return t('virtual.unknown');
    return programs.length === 0 ? t('virtual.waiting') : t('virtual.opened', { names: programs.join(', ') });
  }
}
