import { unwrap } from '../../../../src-shared/contract/errors.ts';
import type { OpenedProject, ProjectVersion } from '../../../../src-shared/contract/projects.ts';
import { createClientThunk } from '../../../platform/index.ts';
import type { EditorRoot } from '../editorState.ts';
import { projectFailed } from '../failed.ts';
import { saveAll } from '../projectThunks.ts';

const openedOf = ({ editor: { opened } }: EditorRoot) => {
  if (!opened) throw new Error('No project is open.');
  return opened;
};

export const listVersions = createClientThunk<ProjectVersion[], void, EditorRoot>(
  'editor/listVersions',
  async (_, { client, getState }) =>
    unwrap(await client.call('projects.listVersions', { id: openedOf(getState()).id })),
  projectFailed('versions'),
);

export const keepVersion = createClientThunk<ProjectVersion, string, EditorRoot>(
  'editor/keepVersion',
  async (name, { client, getState, dispatch }) => {
    await dispatch(saveAll());
    return unwrap(await client.call('projects.keepVersion', { id: openedOf(getState()).id, name }));
  },
  projectFailed('keep'),
);

/** One step of undo in this page; what was there is a version as well. */
export const restoreVersion = createClientThunk<OpenedProject, string, EditorRoot>(
  'editor/restoreVersion',
  async (versionId, { client, getState, dispatch }) => {
    await dispatch(saveAll());
    const { id, session } = openedOf(getState());
    return unwrap(await client.call('projects.restoreVersion', { id, session, versionId }));
  },
  projectFailed('restore'),
);
