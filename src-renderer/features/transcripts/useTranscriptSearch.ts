import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { selectTranscripts } from '../workspace/index.ts';
import { withClient, type Client } from './withClient.ts';

type Answered = Extract<Awaited<ReturnType<typeof ask>>, { success: true }>['data'];

/** Typing continues within so long. */
const TYPING_MS = 250;
const LEAST_SIGNS = 2;

const ask = (client: Client, query: string, most: number, signal: AbortSignal) =>
  client.call('transcripts.search', { query, most }, { signal });

/** What was said in all recordings, as it is looked for; null: nothing is, or it is still being looked for. */
export function useTranscriptSearch(query: string, most: number): Answered | null {
  const dispatch = useAppDispatch();
  const isSupported = useSelector(selectTranscripts)?.supported === true;
  const [found, setFound] = useState<{ query: string; answer: Answered } | null>(null);
  const wanted = query.trim();
  const isAsked = isSupported && wanted.length >= LEAST_SIGNS;
  useEffect(() => {
    if (!isAsked) return undefined;
    const left = new AbortController();
    const timer = setTimeout(() => {
      const work = withClient((client) => ask(client, wanted, most, left.signal));
      // Where it fails the list of recordings is there all the same.
      void dispatch(work).then((answer) => {
        if (!left.signal.aborted && answer.success) setFound({ query: wanted, answer: answer.data });
      });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [dispatch, isAsked, wanted, most]);
  return isAsked && found?.query === wanted ? found.answer : null;
}
