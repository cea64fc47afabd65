import { createClip, createProject, createTrack } from '../../src-shared/domain/edit/create.ts';
import { editHistory } from '../../src-shared/domain/edit/editHistory.ts';
import { journalLine } from '../../src-shared/domain/edit/journal.ts';
import { edit } from '../../src-shared/domain/edit/operations/index.ts';
import { resolve } from '../../src-shared/domain/edit/resolve.ts';
import { median } from './benchTable.mjs';

const TRACKS = 8;
const CLIPS = 5000;
const RUNS = 20;

/** What edits cost in a project of 5,000 clips on 8 tracks, with history and the line of the journal: time of the processor. */
export function measureEdits() {
  let next = 0;
  const makeId = () => `n${next++}`;
  const project = largeProject(makeId);
  const clipId = project.tracks[0].clips[300].id;
  const cost = (name, args) => {
    const once = () => {
      const start = processorMs();
      const edited = edit(project, name, args, makeId);
      if (edited.refused) throw new Error(`${name}: ${edited.refused.detail}`);
      editHistory.keepEdit(editHistory.start(project), edited.project);
      journalLine(1, edited.patches);
      return processorMs() - start;
    };
    for (let warm = 0; warm < RUNS / 2; warm += 1) once();
    return median(Array.from({ length: RUNS }, once));
  };
  const frames = 1000;
  for (let frame = 0; frame < frames; frame += 1) resolve(project, frame * 50);
  const start = processorMs();
  for (let frame = 0; frame < frames; frame += 1) resolve(project, frame * 50);
  const resolveUs = ((processorMs() - start) / frames) * 1000;
  return {
    clips: CLIPS,
    splitMs: cost('splitClips', { frame: 50_050 }),
    moveMs: cost('moveClips', { clipIds: [clipId], byFrames: 7 }),
    rippleMs: cost('rippleDelete', { ranges: [{ from: 10, to: 20 }] }),
    valueMs: cost('setClips', { clipIds: [clipId], values: { opacity: 50 } }),
    resolveUs,
  };
}

function largeProject(makeId) {
  const tracks = Array.from({ length: TRACKS }, (_, index) => ({
    ...createTrack(index < TRACKS / 2 ? 'video' : 'audio', makeId(), `Track ${index + 1}`),
    clips: Array.from({ length: CLIPS / TRACKS }, (__, at) =>
      createClip({
        id: makeId(),
        name: 'Clip',
        startFrame: at * 100,
        lengthFrames: 100,
        linkId: `link${at}`,
        generator: { kind: 'colour', rgb: '#336699' },
      }),
    ),
  }));
  return { ...createProject('Large', makeId), tracks };
}

function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
