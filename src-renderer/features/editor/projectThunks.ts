import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { OpenedProject } from '../../../src-shared/contract/projects.ts';
import { createProject } from '../../../src-shared/domain/edit/create.ts';
import type { Media, Project } from '../../../src-shared/domain/edit/document.ts';
import { diffProjects } from '../../../src-shared/domain/edit/patches.ts';
import type { Dispatch } from '../../lib/store.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';
import { showNotice } from '../../ui/notice.ts';
import { takenOver } from './editorActions.ts';
import type { EditorRoot } from './editorState.ts';
import { failed } from './failed.ts';
import { makeId } from './makeId.ts';

export const listProjects = createClientThunk(
  'editor/list',
  async (_: void, { client }) => unwrap(await client.call('projects.list')),
  'inPlace',
);

/** Makes an empty project and opens it. */
export const newProject = createClientThunk<OpenedProject, string>(
  'editor/new',
  async (name, { client }) =>
    unwrap(await client.call('projects.create', { project: createProject(name, makeId) })),
  failed('create'),
);

/** The same under the name of a recording. */
export const newProjectOfTake = createClientThunk<OpenedProject, string>(
  'editor/newOfTake',
  async (takeId, { client }) => {
    const { summary } = unwrap(await client.call('takes.read', { id: takeId }));
    return unwrap(await client.call('projects.create', { project: createProject(summary.name, makeId) }));
  },
  failed('create'),
);

export const openProject = createClientThunk<OpenedProject, { id: string; takeOver?: boolean }>(
  'editor/open',
  async ({ id, takeOver = false }, { client }) =>
    unwrap(await client.call('projects.open', { id, takeOver })),
  'inPlace',
);

/** Saves what is not saved yet, then lets others have it. */
export const closeProject = createClientThunk<void, void, EditorRoot>(
  'editor/close',
  async (_, { client, getState, dispatch }) => {
    await dispatch(saveAll());
    const { opened } = getState().editor;
    if (opened && !opened.isTakenOver)
      unwrap(await client.call('projects.close', { id: opened.id, session: opened.session }));
  },
  failed('save'),
);

export const removeProject = createClientThunk(
  'editor/remove',
  async (id: string, { client, dispatch }) => {
    unwrap(await client.call('projects.remove', { id }));
    await dispatch(listProjects());
  },
  failed('remove'),
);

export const duplicateProject = createClientThunk(
  'editor/duplicate',
  async (input: { id: string; name: string }, { client, dispatch }) => {
    unwrap(await client.call('projects.duplicate', input));
    await dispatch(listProjects());
  },
  failed('duplicate'),
);

/** Sends what the host does not have yet; what is edited meanwhile is sent after it. */
export const saveEdits = createClientThunk<{ saved: Project; revision: number } | null, void, EditorRoot>(
  'editor/save',
  async (_, { client, getState }) => {
    const { opened } = getState().editor;
    if (!opened || opened.isTakenOver) return null;
    const { id, session, revision, history, saved } = opened;
    const project = history.present;
    const patches = diffProjects(saved, project);
    if (patches.length === 0) return { saved: project, revision };
    const answer = await client.call('projects.apply', { id, session, revision, patches });
    return { saved: project, revision: unwrap(answer).revision };
  },
  failed('save'),
);

/** Waits for what is being sent, then sends the rest. */
export function saveAll() {
  return async (
    dispatch: ThunkDispatch<EditorRoot, ThunkExtra, UnknownAction>,
    getState: () => EditorRoot,
  ) => {
    while (getState().editor.opened?.save === 'saving')
      await new Promise((resolve) => setTimeout(resolve, 20));
    await dispatch(saveEdits()).unwrap();
  };
}

/** Files of this page: kept in the project's folder, then known to the project. */
export const uploadMedia = createClientThunk<Media, File, EditorRoot>(
  'editor/upload',
  async (file, { client, getState, signal }) => {
    const input = { id: openedId(getState()), name: file.name, sizeBytes: file.size };
    return unwrap(await client.upload('projects.uploadMedia', input, bytesOf(file), { signal }));
  },
  failed('import'),
);

export const importTake = createClientThunk<Media[], string, EditorRoot>(
  'editor/importTake',
  async (takeId, { client, getState }) =>
    unwrap(
      await client.call('projects.importMedia', { id: openedId(getState()), from: { kind: 'take', takeId } }),
    ),
  failed('import'),
);

/** Looks for every missing file; gives those that were found, and says where it could not look. */
export const relinkMedia = createClientThunk<Media[], void, EditorRoot>(
  'editor/relink',
  async (_, { client, getState }) => {
    const { opened } = getState().editor;
    const found: Media[] = [];
    const failures: RpcFailure[] = [];
    for (const mediaId of opened?.missingMedia ?? []) {
      const answer = await client.call('projects.relink', { id: openedId(getState()), mediaId });
      if (!answer.success) failures.push(answer.error);
      else if (answer.data) found.push(answer.data);
    }
    // What was found stays found.
    const [failure] = failures;
    if (failure) showNotice(failed('relink')(failure, undefined));
    return found;
  },
  failed('relink'),
);

function openedId({ editor: { opened } }: EditorRoot): string {
  if (!opened) throw new Error('No project is open.');
  return opened.id;
}

/** Follows the list; gives what ends that. */
export function followProjects() {
  return (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): (() => void) => {
    void dispatch(listProjects());
    return client.subscribe('projects.onChanged', () => void dispatch(listProjects()));
  };
}

async function* bytesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Hears that another page has taken the project; gives what ends that. */
export function followTakeOver() {
  return (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): (() => void) =>
    client.subscribe('projects.onTakenOver', ({ session }) => void dispatch(takenOver(session)));
}
