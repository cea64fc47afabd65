import './texts.ts';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { Loadable } from '../../lib/loadable.ts';
import {
  listBasicTakes,
  readBasicStorage,
  type BasicStorage,
  type BasicTakeRow,
} from '../../media/basicTakes/library.ts';
import { showNotice } from '../../ui/notice.ts';
import { basicRecorder } from './basicRecorder.ts';

export interface BasicLibrary {
  takes: Loadable<BasicTakeRow[]>;
  /** null until the browser has said so. */
  storage: BasicStorage | null;
  reload: () => void;
}

/** What lies in this browser's storage, read anew when a recording begins or ends; what was cut off is told once. */
export function useBasicLibrary(): BasicLibrary {
  const { t } = useTranslation('basicRecorder');
  const { lastTake, phase } = useSyncExternalStore(basicRecorder.subscribe, basicRecorder.read);
  const occasion = lastTake?.id ?? phase;
  const [takes, setTakes] = useState<Loadable<BasicTakeRow[]>>({ status: 'loading' });
  const [storage, setStorage] = useState<BasicStorage | null>(null);
  const [asked, setAsked] = useState(0);
  const load = useCallback(async () => {
    const { takes: rows, found } = await listBasicTakes();
    if (found.length > 0) {
      showNotice({
        tone: 'warning',
        title: t('found.title', { count: found.length }),
        message: t('found.message', { names: found.map(({ name }) => name).join(', ') }),
      });
    }
    return { rows, figures: await readBasicStorage() };
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
