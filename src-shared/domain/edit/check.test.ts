import { describe, expect, it } from 'vitest';
import { createRandomEditor } from '../../../tests/lib/randomEdits.ts';
import { projectText, readChanged, readProject } from './check.ts';
import type { Clip, Project } from './document.ts';

const STEPS = 150;

function edited(seed: number): Project {
  const editor = createRandomEditor(seed);
  while (editor.project.tracks.flatMap(({ clips }) => clips).length < 3) editor.step();
  return editor.project;
}

const withClips = (project: Project, change: (clips: Clip[]) => Clip[]): Project => ({
  ...project,
  tracks: project.tracks.map((track) => ({ ...track, clips: change(track.clips) })),
});

describe('a document that was changed', () => {
  it('is read as one that is read whole, with the clips that it had', () => {
    const editor = createRandomEditor(4);
    let before = editor.project;
    for (let step = 0; step < STEPS; step += 1) {
      editor.step();
      const { project } = readChanged(before, editor.project);
      const whole = readProject(editor.project).project;
      if (!project || !whole) throw new Error('A sound document was refused.');
      expect(projectText(project)).toBe(projectText(whole));
      const had = new Set(before.tracks.flatMap(({ clips }) => clips));
      for (const [index, track] of editor.project.tracks.entries())
        for (const [at, clip] of track.clips.entries())
          if (had.has(clip)) expect(project.tracks[index]?.clips[at]).toBe(clip);
      before = editor.project;
    }
  });

  it('is refused where a whole one is, with the same words', () => {
    const before = edited(2);
    const bad = [
      withClips(before, (clips) => clips.map((clip) => ({ ...clip, opacity: 101 }))),
      withClips(before, (clips) => clips.map((clip) => ({ ...clip, more: 1 }))),
      withClips(before, (clips) => clips.flatMap((clip) => [clip, clip])),
      withClips(before, (clips) => clips.flatMap((clip) => [clip, { ...clip, id: `${clip.id}-again` }])),
      { ...before, tracks: [] },
      { ...before, luts: { one: { id: 'other' } } } as unknown as Project,
    ];
    for (const changed of bad) {
      const { problem } = readChanged(before, changed);
      expect(problem).not.toBeNull();
      expect(problem).toBe(readProject(changed).problem);
    }
  });
});
