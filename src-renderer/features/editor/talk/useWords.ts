import { useEffect, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { unwrap } from '../../../../src-shared/contract/errors.ts';
import type { Project } from '../../../../src-shared/domain/edit/document.ts';
import { trackOfSpeaker } from '../../../../src-shared/domain/transcript/document.ts';
import { placeWords, type PlacedWord, type Word } from '../../../../src-shared/domain/edit/talk.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import type { PlatformClient, ThunkExtra } from '../../../platform/index.ts';
import { openTranscript } from '../../transcripts/index.ts';
import { selectOpened } from '../editorSlice.ts';

type WordsOfMedia = ReadonlyMap<string, readonly Word[]>;

/** The words of the project's recordings where they are heard now; read again when a transcript is finished. */
export function useWords() {
  const dispatch = useAppDispatch();
  const project = useSelector(selectOpened)?.history.present ?? null;
  const [words, setWords] = useState<WordsOfMedia | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const media = project?.media ?? null;
  useEffect(() => {
    if (!media) return undefined;
    let isGone = false;
    dispatch(readWords(media)).then(
      (found) => {
        if (!isGone) setWords(found);
      },
      (error: unknown) => {
        if (!isGone) setFailure(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [dispatch, media, round]);
  useEffect(() => dispatch(followTranscripts(() => setRound((last) => last + 1))), [dispatch]);
  const placed = useMemo(
    (): readonly PlacedWord[] => (project && words ? placeWords(project, words) : []),
    [project, words],
  );
  return { project, placed, isRead: words !== null, failure, takeIds: media ? takeIdsOf(media) : [] };
}

const takeIdsOf = (media: Project['media']): string[] => [
  ...new Set(Object.values(media).flatMap(({ source }) => (source.type === 'take' ? [source.takeId] : []))),
];

function readWords(media: Project['media']) {
  return async (_dispatch: unknown, _getState: unknown, { client }: ThunkExtra): Promise<WordsOfMedia> => {
    const words = new Map<string, readonly Word[]>();
    for (const takeId of takeIdsOf(media)) {
      for (const [mediaId, found] of await readTake(client, media, takeId)) words.set(mediaId, found);
    }
    return words;
  };
}

async function readTake(client: PlatformClient, media: Project['media'], takeId: string) {
  const { transcript } = await openTranscript(client, takeId);
  if (!transcript) return [];
  const { document } = unwrap(await client.call('takes.read', { id: takeId }));
  const { sampleRateHz } = transcript;
  return Object.values(media).flatMap(({ id, kind, source }): [string, readonly Word[]][] => {
    if (kind !== 'audio' || source.type !== 'take' || source.takeId !== takeId) return [];
    // A cleaned track says what the recorded one does.
    const spoken = document?.tracks.find((track) => track.id === source.trackId)?.of ?? source.trackId;
    const words = transcript.words
      .filter(({ trackId }) => trackOfSpeaker(trackId) === spoken)
      .map(({ text, startFrame, endFrame }) => ({
        text,
        startSec: startFrame / sampleRateHz,
        endSec: endFrame / sampleRateHz,
      }));
    return [[id, words]];
  });
}

function followTranscripts(onFinished: () => void) {
  return (_dispatch: unknown, _getState: unknown, { client }: ThunkExtra): (() => void) =>
    client.subscribe('transcripts.onProgressed', ({ step }) => {
      if (step === 'done') onFinished();
    });
}
