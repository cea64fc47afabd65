import { useEffect, useState } from 'react';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { Loadable } from '../../lib/loadable.ts';
import { createDraft, type Draft } from './draft.ts';
import { openTranscript } from './openTranscript.ts';
import { attempt, withClient } from './withClient.ts';

export interface OpenedTranscript {
  name: string;
  /** null: there is no transcript. */
  draft: Draft | null;
}

/** Opens a recording's transcript to edit it; `load` opens it again. */
export function useDraft(takeId: string): { opened: Loadable<OpenedTranscript>; load: () => void } {
  const dispatch = useAppDispatch();
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<{ key: string; opened: Loadable<OpenedTranscript> } | null>(null);
  const key = `${round} ${takeId}`;
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const work = withClient(async (client): Promise<Loadable<OpenedTranscript>> => {
      const [take, read] = await Promise.all([
        client.call('takes.read', { id: takeId }, { signal }),
        attempt(() => openTranscript(client, takeId, signal)),
      ]);
      if (!take.success) return failed(take.error);
      if (!read.success) return failed(read.error);
      const { transcript, edits, revision } = read.data;
      const draft =
        transcript &&
        createDraft({
          transcript,
          edits,
          revision,
          send: (known, patches) => client.call('transcripts.edit', { takeId, revision: known, patches }),
        });
      return { status: 'ready', data: { name: take.data.summary.name, draft } };
    });
    void dispatch(work).then((opened) => !signal.aborted && setFound({ key, opened }));
    return () => left.abort();
  }, [dispatch, takeId, key]);
  return {
    opened: found?.key === key ? found.opened : { status: 'loading' },
    load: () => setRound((last) => last + 1),
  };
}

const failed = (error: RpcFailure): Loadable<OpenedTranscript> => ({ status: 'failed', error });
