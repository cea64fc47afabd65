import { useEffect, useState } from 'react';
import type { Answer, RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { TakeMarker } from '../../../src-shared/contract/takes.ts';
import type { TranscriptNotes } from '../../../src-shared/domain/transcript/notes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { withClient, type Client } from './withClient.ts';

/** The notes of a transcript: those that are there, what others would cost, and what is made of them. */
export function useNotes(takeId: string) {
  const dispatch = useAppDispatch();
  const [notes, setNotes] = useState<TranscriptNotes | null>(null);
  const [maxUsd, setMaxUsd] = useState<number | null>(null);
  const [failure, setFailure] = useState<RpcFailure | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [markedAtMs, setMarkedAtMs] = useState<number | null>(null);
  const [making] = useState(createCancelling);
  useEffect(() => {
    const left = new AbortController();
    const ask = withClient((client) =>
      client.call('transcripts.readNotes', { takeId }, { signal: left.signal }),
    );
    void dispatch(ask).then((answer) => {
      if (left.signal.aborted) return;
      if (!answer.success) return setFailure(answer.error);
      setNotes(answer.data.notes);
      setMaxUsd(answer.data.maxUsd);
    });
    return () => {
      left.abort();
      making.cancel();
    };
  }, [dispatch, takeId, making]);

  /** Null where it failed, which is shown. */
  const act = async <T>(work: (client: Client) => Promise<Answer<T>>): Promise<T | null> => {
    setFailure(null);
    const answer = await dispatch(withClient(work));
    if (answer.success) return answer.data;
    if (answer.error.code !== 'CANCELLED') setFailure(answer.error);
    return null;
  };
  return {
    notes,
    maxUsd,
    failure,
    isMaking,
    make: async () => {
      const signal = making.begin();
      setMaking(true);
      const made = await act((client) => client.call('transcripts.makeNotes', { takeId }, { signal }));
      if (made) setNotes(made);
      setMaking(false);
    },
    cancel: making.cancel,
    isMarked: notes !== null && markedAtMs === notes.madeAtMs,
    /** Chapters become markers of the recording, beside those that it has. */
    mark: async (chaptered: TranscriptNotes) => {
      const done = await act((client) => addMarkers(client, takeId, chaptered));
      if (done) setMarkedAtMs(chaptered.madeAtMs);
    },
  };
}

/** One thing that runs and can be cancelled. */
function createCancelling() {
  let running: AbortController | null = null;
  return {
    begin: (): AbortSignal => {
      running = new AbortController();
      return running.signal;
    },
    cancel: (): void => running?.abort(),
  };
}

async function addMarkers(
  client: Client,
  id: string,
  { chapters }: TranscriptNotes,
): Promise<Answer<boolean>> {
  const read = await client.call('takes.read', { id });
  if (!read.success) return read;
  const { document } = read.data;
  const known = document?.markers ?? [];
  const added = chapters
    .map(({ title, startSec }): TakeMarker => ({
      atFrame: Math.round(startSec * (document?.sampleRate ?? 0)),
      label: title.slice(0, 500),
    }))
    .filter(({ atFrame, label }) => !known.some((one) => one.atFrame === atFrame && one.label === label));
  const markers = [...known, ...added].sort((one, other) => one.atFrame - other.atFrame);
  const written = await client.call('takes.writeMarkers', { id, markers });
  return written.success ? { success: true, data: true } : written;
}
