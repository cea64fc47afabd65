import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import {
  mediaOf,
  projectEndFrame,
  type Media,
  type Project,
  type Track,
} from '../../../../src-shared/domain/edit/document.ts';
import {
  levelsOfTrack,
  trackThresholdDb,
  type Levels,
  type Microphone,
} from '../../../../src-shared/domain/edit/talk.ts';
import { selectOpened } from '../editorSlice.ts';
import { useWorkbench } from '../workbench.ts';

export interface TrackMicrophone extends Microphone {
  track: Track;
}

const isHeard = (project: Project, { isMuted, clips }: Track): boolean =>
  !isMuted && clips.some((clip) => clip.isSoundOn && mediaOf(project, clip)?.sound);

/**
 * The tracks that hold speech, and how loud they are at each frame: chosen by the user, listened to when asked, and
 * followed through edits. `thresholdDb` null: found for each microphone on its own.
 */
export function useMicrophones(thresholdDb: number | null) {
  const { levels } = useWorkbench();
  const project = useSelector(selectOpened)?.history.present ?? null;
  const [otherIds, setOtherIds] = useState<ReadonlySet<string>>(new Set());
  const [known, setKnown] = useState<ReadonlyMap<string, Levels> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const heard = useMemo(() => project?.tracks.filter((track) => isHeard(project, track)) ?? [], [project]);
  const chosen = useMemo(() => heard.filter(({ id }) => !otherIds.has(id)), [heard, otherIds]);
  const microphones = useMemo(
    () => (project && known ? microphonesOf(project, chosen, known, thresholdDb) : null),
    [project, known, chosen, thresholdDb],
  );

  const listen = async (): Promise<void> => {
    if (!project) return;
    setIsBusy(true);
    setFailure(null);
    try {
      const found = new Map<string, Levels>();
      for (const media of mediaOfTracks(project, chosen)) found.set(media.id, await levels.of(media));
      setKnown(found);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setIsBusy(false);
  };

  return {
    project,
    heard,
    /** Tracks with sound that is no speech. */
    others: heard.filter(({ id }) => otherIds.has(id)),
    isMicrophone: (trackId: string) => !otherIds.has(trackId),
    setMicrophone: (trackId: string, isOne: boolean) => {
      const next = new Set(otherIds);
      if (isOne) next.delete(trackId);
      else next.add(trackId);
      setOtherIds(next);
      if (isOne) setKnown(null);
    },
    /** null: not listened to yet. */
    microphones,
    isBusy,
    failure,
    listen,
  };
}
export type Microphones = ReturnType<typeof useMicrophones>;

const mediaOfTracks = (project: Project, tracks: readonly Track[]): Set<Media> =>
  new Set(
    tracks
      .flatMap(({ clips }) => clips)
      .flatMap((clip) => mediaOf(project, clip) ?? [])
      .filter(({ sound }) => sound !== null),
  );

function microphonesOf(
  project: Project,
  tracks: readonly Track[],
  known: ReadonlyMap<string, Levels>,
  thresholdDb: number | null,
): TrackMicrophone[] {
  const frames = projectEndFrame(project);
  return tracks.map((track) => {
    const levelsDb = levelsOfTrack(project, track, known, frames);
    return { track, levelsDb, thresholdDb: thresholdDb ?? trackThresholdDb(track, known) };
  });
}
