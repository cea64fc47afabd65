import { useEffect, useState } from 'react';
import { unwrap, type Answer, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { TranscriptEstimate, TranscriptJob } from '../../../src-shared/contract/transcripts.ts';
import type { Transcript } from '../../../src-shared/domain/transcript/document.ts';
import { editedTranscript } from '../../../src-shared/domain/transcript/edits.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { openTranscript } from './openTranscript.ts';
import { attempt, withClient, type Client } from './withClient.ts';

const isRunning = (job: TranscriptJob | null) => job?.step === 'listening' || job?.step === 'transcribing';

/** The transcript of a take: what there is, what is being made, what it would cost. It lives as long as it is looked at. */
export function useTranscript(takeId: string) {
  const dispatch = useAppDispatch();
  const [found, setFound] = useState<{ transcript: Transcript | null } | null>(null);
  const [job, setJob] = useState<TranscriptJob | null>(null);
  const [failure, setFailure] = useState<RpcFailure | null>(null);
  /** Raised to read again. */
  const [round, setRound] = useState(0);

  useEffect(() => {
    const left = new AbortController();
    const keep = <T>(answer: Answer<T>, set: (data: T) => void) => {
      if (left.signal.aborted) return;
      if (answer.success) set(answer.data);
      else setFailure(answer.error);
    };
    void dispatch(readAll(takeId, left.signal)).then((answer) =>
      keep(answer, ({ transcript, job: known }) => {
        setFound({ transcript });
        setJob(known);
      }),
    );
    return () => left.abort();
  }, [dispatch, takeId, round]);

  useEffect(
    () =>
      dispatch(
        withClient((client) =>
          client.subscribe('transcripts.onProgressed', (progressed) => {
            if (progressed.takeId !== takeId) return;
            setJob(progressed);
            if (progressed.failure) setFailure(progressed.failure);
            if (!isRunning(progressed)) setRound((last) => last + 1);
          }),
        ),
      ),
    [dispatch, takeId],
  );

  /** There are live captions, and a full transcript is wanted in their place. */
  const [isAgain, setAgain] = useState(false);
  const needsEstimate = found !== null && (found.transcript === null || isAgain) && !isRunning(job);
  const estimate = useEstimate(takeId, needsEstimate ? round : null, setFailure);

  /** Null where it failed, which is shown. */
  const act = async <T>(work: (client: Client) => Promise<Answer<T>>): Promise<T | null> => {
    setFailure(null);
    const answer = await dispatch(withClient(work));
    if (answer.success) return answer.data;
    setFailure(answer.error);
    return null;
  };
  return {
    transcript: found?.transcript ?? null,
    isRead: found !== null,
    job,
    isRunning: isRunning(job),
    estimate,
    failure,
    start: async () => {
      const begun = await act((client) => client.call('transcripts.start', { takeId }));
      if (!begun) return;
      setAgain(false);
      setJob(begun);
    },
    cancel: () => act((client) => client.call('transcripts.cancel', { takeId })),
    isAgain,
    askAgain: () => setAgain(true),
    remove: async () => {
      await act((client) => client.call('transcripts.remove', { takeId }));
      setJob(null);
      setRound((last) => last + 1);
    },
  };
}

/** The transcript as it was corrected, and what is being made. */
const readAll = (takeId: string, signal: AbortSignal) =>
  withClient((client) =>
    attempt(async () => {
      const job = unwrap(await client.call('transcripts.readJob', { takeId }, { signal }));
      const { transcript, edits } = await openTranscript(client, takeId, signal);
      return { transcript: transcript && editedTranscript(transcript, edits), job };
    }),
  );

/** What is left to be sent, as the host hears it; asked again in each `round`, null: not now. */
function useEstimate(
  takeId: string,
  round: number | null,
  onFailed: (failure: RpcFailure) => void,
): TranscriptEstimate | null {
  const dispatch = useAppDispatch();
  const [heard, setHeard] = useState<{ round: number; estimate: TranscriptEstimate } | null>(null);
  useEffect(() => {
    if (round === null) return undefined;
    const left = new AbortController();
    const ask = (client: Client) => client.call('transcripts.estimate', { takeId }, { signal: left.signal });
    void dispatch(withClient(ask)).then((answer) => {
      if (left.signal.aborted) return;
      if (answer.success) setHeard({ round, estimate: answer.data });
      else onFailed(answer.error);
    });
    return () => left.abort();
  }, [dispatch, takeId, round, onFailed]);
  return heard?.round === round ? heard.estimate : null;
}
