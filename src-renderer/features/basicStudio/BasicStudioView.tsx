import './texts.ts';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { CHANNEL_CAPS } from '../../../src-shared/domain/audio.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { useLeaveWarning } from '../../lib/useLeaveWarning.ts';
import {
  listBasicTakes,
  missingForBasicTakes,
  readBasicStorage,
  type BasicStorage,
  type BasicTakeRow,
} from '../../media/basicTakes/library.ts';
import { BASIC_KINDS } from '../../media/basicTakes/document.ts';
import { Card } from '../../ui/Card.tsx';
import { showNotice } from '../../ui/notice.ts';
import { UnsupportedState } from '../../ui/StateMessage.tsx';
import type { Loadable } from '../../lib/loadable.ts';
import { BasicBanner } from './BasicBanner.tsx';
import { BasicChannel } from './BasicChannel.tsx';
import { BasicRecordings } from './BasicRecordings.tsx';
import { BasicStorageCard } from './BasicStorageCard.tsx';
import { basicStudio } from './basicStudio.ts';

/** A studio in a browser alone: one microphone, one camera, one screen. */
export function BasicStudioView() {
  const { t } = useTranslation('basicStudio');
  const missing = missingForBasicTakes();
  const { audio, video, screen } = CHANNEL_CAPS.professional;
  return (
    <>
      {missing === null ? (
        <Studio />
      ) : (
        <Card>
          <UnsupportedState title={t('missing.title')} message={t(`missing.${missing}`)} />
        </Card>
      )}
      <p className="text-xs text-t3">{t('adds', { audio, video, screen })}</p>
    </>
  );
}

interface Library {
  takes: Loadable<BasicTakeRow[]>;
  storage: BasicStorage | null;
  reload: () => void;
}

function Studio() {
  const { t } = useTranslation('basicStudio');
  const state = useSyncExternalStore(basicStudio.subscribe, basicStudio.read);
  const { takes, storage, reload } = useLibrary(state.lastTake?.id ?? state.phase);
  const isRecording = state.phase !== 'idle';
  useLeaveWarning(isRecording, () => true);
  useEffect(() => () => basicStudio.leave(), []);
  return (
    <>
      <p className="text-xs text-t2">{t('mode')}</p>
      <BasicBanner state={state} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 md:grid-cols-3">
          {BASIC_KINDS.map((kind) => (
            <BasicChannel key={kind} kind={kind} channel={state.channels[kind]} isLocked={isRecording} />
          ))}
        </ul>
        <BasicStorageCard storage={storage} channels={state.channels} />
      </div>
      <BasicRecordings takes={takes} onChanged={reload} />
    </>
  );
}

/** Read anew when a recording begins or ends; what was cut off is told once. */
function useLibrary(occasion: string): Library {
  const { t } = useTranslation('basicStudio');
  const [takes, setTakes] = useState<Loadable<BasicTakeRow[]>>({ status: 'loading' });
  const [storage, setStorage] = useState<BasicStorage | null>(null);
  const [asked, setAsked] = useState(0);
  const load = useCallback(async () => {
    const [{ takes: rows, found }, figures] = await Promise.all([listBasicTakes(), readBasicStorage()]);
    if (found.length > 0) {
      showNotice({
        tone: 'warning',
        title: t('found.title', { count: found.length }),
        message: t('found.message', { names: found.map(({ name }) => name).join(', ') }),
      });
    }
    return { rows, figures };
  }, [t]);
  useEffect(() => {
    let isOver = false;
    load().then(
      ({ rows, figures }) => {
        if (isOver) return;
        setTakes({ status: 'ready', data: rows });
        setStorage(figures);
      },
      (error: unknown) => {
        if (!isOver) setTakes({ status: 'failed', error: failureOfReading(error) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [load, occasion, asked]);
  return { takes, storage, reload: () => setAsked((count) => count + 1) };
}

function failureOfReading(error: unknown): RpcFailure {
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'FILE_UNREADABLE', message, retryable: true };
}
