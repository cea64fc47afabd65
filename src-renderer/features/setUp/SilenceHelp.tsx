import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { MicrophoneAccessState } from '../../../src-shared/contract/microphoneAccess.ts';
import type { Hearing } from '../../../src-shared/domain/silence.ts';
import { failureOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { openMicrophoneSettings, readMicrophoneAccess } from './accessThunks.ts';

interface SilenceHelpProps {
  /** null: nothing is open. */
  hearing: Hearing | null;
  failure: RpcFailure | null;
}

/** Why nothing is heard, in the order in which it is likely, and the way to what changes it. */
export function SilenceHelp({ hearing, failure }: SilenceHelpProps) {
  const { t } = useTranslation('setUp');
  const isSilent = hearing === 'off' || hearing === 'faint';
  const access = useAccess(isSilent || failure !== null);
  if (!isSilent && failure === null) return null;
  const isForbidden = access?.status === 'denied' || access?.status === 'restricted';
  const reasons = isForbidden
    ? (['permission'] as const)
    : hearing === 'off'
      ? (['muted', 'privacySwitch', 'otherInput'] as const)
      : hearing === 'faint'
        ? (['otherInput', 'closer', 'gain'] as const)
        : [];
  return (
    <section
      aria-label={t('silence.title')}
      className="grid gap-2.5 rounded-lg border border-line bg-inset p-3"
    >
      <h3 className="font-medium text-t1">{t('silence.title')}</h3>
      {failure && <MessageBox tone="error">{failure.message}</MessageBox>}
      {reasons.length > 0 && (
        <ul className="grid list-disc gap-1.5 pl-4 text-t2">
          {reasons.map((reason) => (
            <li key={reason}>
              {reason === 'permission' || reason === 'privacySwitch'
                ? t(`silence.${reason}.${access?.system ?? 'page'}`)
                : t(`silence.${reason}`)}
            </li>
          ))}
        </ul>
      )}
      {access?.canOpenSettings === true && <SettingsButton />}
    </section>
  );
}

function SettingsButton() {
  const { t } = useTranslation('setUp');
  const dispatch = useAppDispatch();
  const [failure, setFailure] = useState<string | null>(null);
  const open = async () => {
    const outcome = await dispatch(openMicrophoneSettings());
    setFailure(openMicrophoneSettings.fulfilled.match(outcome) ? null : failureOf(outcome).message);
  };
  return (
    <>
      <Button size="sm" className="justify-self-start" onClick={() => void open()}>
        {t('silence.openSettings')}
      </Button>
      {failure !== null && <MessageBox tone="error">{failure}</MessageBox>}
    </>
  );
}

/** Read when it is needed: it may have been changed since. */
function useAccess(isNeeded: boolean): MicrophoneAccessState | null {
  const dispatch = useAppDispatch();
  const [access, setAccess] = useState<MicrophoneAccessState | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    void dispatch(readMicrophoneAccess()).then((outcome) => {
      if (readMicrophoneAccess.fulfilled.match(outcome)) setAccess(outcome.payload);
    });
  }, [dispatch, isNeeded]);
  return access;
}
