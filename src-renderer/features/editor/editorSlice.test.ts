import { configureStore } from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src-shared/contract/errors.ts';
import { createProject } from '../../../src-shared/domain/edit/create.ts';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import { applyPatches, type Patch } from '../../../src-shared/domain/edit/patches.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { draft, edit } from './edits.ts';
import { editorSlice, redone, selected, selectIsUnsaved, selectProject, undone } from './editorSlice.ts';
import { openProject, saveAll, saveEdits } from './projectThunks.ts';

interface Applied {
  revision: number;
  patches: Patch[];
}

/** A host that keeps one project, and refuses for as long as the test wants it. */
function createHost() {
  let next = 0;
  const kept = { project: createProject('Test', () => `id${(next += 1)}`), revision: 4 };
  const host = { kept, calls: [] as Applied[], refusal: null as string | null };
  const call = (name: string, input: Applied): Promise<Answer<unknown>> => {
    const { project, revision } = kept;
    if (name === 'projects.open') {
      const data = { project, revision, session: 'mine', problem: null, missingMedia: [] };
      return Promise.resolve({ success: true, data });
    }
    host.calls.push(input);
    if (host.refusal !== null) {
      const error = { code: host.refusal, message: 'No.', retryable: false };
      return Promise.resolve({ success: false, error } as Answer<unknown>);
    }
    expect(input.revision).toBe(revision);
    kept.project = applyPatches(project, input.patches);
    kept.revision += 1;
    return Promise.resolve({ success: true, data: { revision: kept.revision } });
  };
  const extra = { client: { call } } as unknown as ThunkExtra;
  const store = configureStore({
    reducer: { editor: editorSlice.reducer },
    middleware: (getDefault) => getDefault({ thunk: { extraArgument: extra } }),
  });
  return { host, store };
}

async function open() {
  const { host, store } = createHost();
  await store.dispatch(openProject({ id: 'id1' }));
  const project = (): Project => selectProject(store.getState()) as Project;
  const [track] = project().tracks;
  return { host, store, project, trackId: track?.id ?? '' };
}
const clipsOf = (project: Project) => project.tracks.flatMap(({ clips }) => clips);

describe('the project that is edited', () => {
  it('is on the host what it is here, after edits, undo and redo', async () => {
    const { host, store, project, trackId } = await open();
    store.dispatch(edit('addClip', { trackId, frame: 0 }));
    store.dispatch(edit('addClip', { trackId, frame: 2000 }));
    await store.dispatch(saveAll());
    expect(host.kept.project).toEqual(project());
    store.dispatch(undone());
    store.dispatch(undone());
    store.dispatch(redone());
    expect(selectIsUnsaved(store.getState())).toBe(true);
    await store.dispatch(saveAll());
    expect(host.kept.project).toEqual(project());
    expect(clipsOf(project())).toHaveLength(1);
    expect(selectIsUnsaved(store.getState())).toBe(false);
  });

  it('sends what is edited while it saves afterwards', async () => {
    const { host, store, project, trackId } = await open();
    store.dispatch(edit('addClip', { trackId, frame: 0 }));
    const saving = store.dispatch(saveEdits());
    store.dispatch(edit('addClip', { trackId, frame: 2000 }));
    await saving;
    expect(selectIsUnsaved(store.getState())).toBe(true);
    await store.dispatch(saveAll());
    expect(host.calls.map(({ revision }) => revision)).toEqual([4, 5]);
    expect(host.kept.project).toEqual(project());
  });

  it('keeps what could not be saved, and saves all of it the next time', async () => {
    const { host, store, project, trackId } = await open();
    store.dispatch(edit('addClip', { trackId, frame: 0 }));
    host.refusal = 'DISK_FULL';
    await store.dispatch(saveEdits());
    expect(store.getState().editor.opened?.save).toBe('failed');
    host.refusal = null;
    await store.dispatch(saveAll());
    expect(host.kept.project).toEqual(project());
  });

  it('is not saved by this page any more when another one has it', async () => {
    const { host, store, trackId } = await open();
    store.dispatch(edit('addClip', { trackId, frame: 0 }));
    host.refusal = 'PROJECT_IN_USE';
    await store.dispatch(saveEdits());
    await store.dispatch(saveEdits());
    expect(store.getState().editor.opened?.isTakenOver).toBe(true);
    expect(host.calls).toHaveLength(1);
  });

  it('shows what a drag would make of it; only what is let go is a step', async () => {
    const { store, project, trackId } = await open();
    store.dispatch(edit('addClip', { trackId, frame: 0 }));
    const [clip] = clipsOf(project());
    const move = (byFrames: number) => ({ clipIds: [clip?.id ?? ''], byFrames });
    for (const by of [10, 20, 30]) store.dispatch(draft('moveClips', move(by)));
    expect(clipsOf(project())[0]?.startFrame).toBe(30);
    expect(selectIsUnsaved(store.getState())).toBe(true);
    store.dispatch(edit('moveClips', move(30)));
    store.dispatch(undone());
    expect(clipsOf(project())[0]?.startFrame).toBe(0);
  });

  it('stays as it is where an edit is refused', async () => {
    const { store, project, trackId } = await open();
    store.dispatch(edit('setTrack', { trackId, values: { isLocked: true } }));
    const before = project();
    expect(store.dispatch(edit('addClip', { trackId, frame: 0 }))).toBeNull();
    expect(project()).toBe(before);
  });

  it('has nothing selected that is gone', async () => {
    const { store, project, trackId } = await open();
    store.dispatch(edit('addClip', { trackId, frame: 0 }));
    const ids = clipsOf(project()).map(({ id }) => id);
    store.dispatch(selected(ids));
    store.dispatch(edit('deleteClips', { clipIds: ids }));
    expect(store.getState().editor.selectedIds).toEqual([]);
  });
});
