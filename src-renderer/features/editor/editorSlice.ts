import {
  createSelector,
  createSlice,
  isAnyOf,
  original,
  type Draft,
  type PayloadAction,
} from '@reduxjs/toolkit';
import type { OpenedProject } from '../../../src-shared/contract/projects.ts';
import { editHistory, type EditHistory } from '../../../src-shared/domain/edit/editHistory.ts';
import type { Clip, Project, Track } from '../../../src-shared/domain/edit/document.ts';
import { failureOf, LOADING } from '../../lib/loadable.ts';
import { renderProgressed, rendersChanged, takenOver } from './editorActions.ts';
import type { CopiedClips, EditorRoot, EditorSlice, EditorTab, OpenedEdit, Tool } from './editorState.ts';
import {
  closeProject,
  listProjects,
  newProject,
  newProjectOfTake,
  openProject,
  saveEdits,
} from './projectThunks.ts';
import { importTimeline } from './project/importTimeline.ts';
import { restoreVersion } from './project/versionThunks.ts';
import { forgetRender, readFormats } from './renderThunks.ts';
import type { PointPlace } from './timeline/curves.ts';
import { rowsOf } from './timeline/geometry.ts';

export const editorSlice = createSlice({
  name: 'editor',
  initialState: (): EditorSlice => ({
    projects: LOADING,
    opened: null,
    openFailure: null,
    selectedIds: [],
    copied: null,
    tool: 'select',
    isSnapping: true,
    hasLanes: true,
    point: null,
    isSpeedOpen: false,
    tab: 'effects',
    renders: [],
    formats: LOADING,
  }),
  reducers: {
    /** One step: what was dragged until it was let go is one. */
    edited: (slice, { payload }: PayloadAction<Project>) =>
      travel(slice, (history) => editHistory.keepEdit(history, payload)),
    drafted(slice, { payload }: PayloadAction<Project | null>) {
      if (slice.opened) slice.opened.draft = payload;
    },
    undone: (slice) => travel(slice, editHistory.undo),
    redone: (slice) => travel(slice, editHistory.redo),
    selected(slice, { payload }: PayloadAction<readonly string[]>) {
      slice.selectedIds = [...payload];
      if (slice.point && !payload.includes(slice.point.clipId)) slice.point = null;
    },
    pointSelected(slice, { payload }: PayloadAction<PointPlace | null>) {
      slice.point = payload;
    },
    lanesChanged(slice, { payload }: PayloadAction<boolean>) {
      slice.hasLanes = payload;
    },
    speedOpened(slice, { payload }: PayloadAction<boolean>) {
      slice.isSpeedOpen = payload;
    },
    copied(slice, { payload }: PayloadAction<CopiedClips>) {
      slice.copied = payload;
    },
    toolChosen(slice, { payload }: PayloadAction<Tool>) {
      slice.tool = payload;
    },
    snappingChanged(slice, { payload }: PayloadAction<boolean>) {
      slice.isSnapping = payload;
    },
    tabChosen(slice, { payload }: PayloadAction<EditorTab>) {
      slice.tab = payload;
    },
    problemRead(slice) {
      if (slice.opened) slice.opened.problem = null;
    },
    mediaFound(slice, { payload }: PayloadAction<readonly string[]>) {
      const { opened } = slice;
      if (opened) opened.missingMedia = opened.missingMedia.filter((id) => !payload.includes(id));
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(listProjects.fulfilled, (slice, { payload }) => {
        slice.projects = { status: 'ready', data: payload };
      })
      .addCase(listProjects.rejected, (slice, action) => {
        if (slice.projects.status !== 'ready')
          slice.projects = { status: 'failed', error: failureOf(action) };
      })
      .addCase(openProject.pending, (slice) => {
        slice.openFailure = null;
      })
      .addCase(openProject.rejected, (slice, action) => {
        slice.openFailure = { id: action.meta.arg.id, error: failureOf(action) };
      })
      .addCase(closeProject.fulfilled, (slice) => {
        slice.opened = null;
        slice.selectedIds = [];
      })
      .addCase(saveEdits.pending, ({ opened }) => {
        if (opened) opened.save = 'saving';
      })
      .addCase(saveEdits.fulfilled, ({ opened }, { payload }) => {
        if (!opened) return;
        opened.save = 'idle';
        if (payload) Object.assign(opened, payload);
      })
      .addCase(saveEdits.rejected, ({ opened }, action) => {
        if (!opened) return;
        opened.save = 'failed';
        if (action.payload?.code === 'PROJECT_IN_USE') opened.isTakenOver = true;
      })
      .addCase(restoreVersion.fulfilled, (slice, { payload: { project, revision } }) => {
        travel(slice, (history) => editHistory.keepEdit(history, project));
        if (slice.opened) Object.assign(slice.opened, { saved: project, revision });
      })
      .addCase(importTimeline.fulfilled, (slice, { payload }) => {
        if (payload) slice.opened = openedEdit(payload) as typeof slice.opened;
      })
      .addCase(takenOver, ({ opened }, { payload }) => {
        if (opened?.session === payload) opened.isTakenOver = true;
      })
      .addCase(rendersChanged, (slice, { payload }) => {
        slice.renders = [...payload] as typeof slice.renders;
      })
      .addCase(renderProgressed, (slice, { payload }) => {
        slice.renders = slice.renders.map((job) => (job.id === payload.id ? payload : job));
      })
      .addCase(forgetRender.fulfilled, (slice, { meta }) => {
        slice.renders = slice.renders.filter(({ id }) => id !== meta.arg);
      })
      .addCase(readFormats.fulfilled, (slice, { payload }) => {
        slice.formats = { status: 'ready', data: payload };
      })
      .addCase(readFormats.rejected, (slice, action) => {
        slice.formats = { status: 'failed', error: failureOf(action) };
      })
      .addMatcher(
        isAnyOf(newProject.fulfilled, newProjectOfTake.fulfilled, openProject.fulfilled),
        (slice, { payload }) => {
          slice.opened = openedEdit(payload) as typeof slice.opened;
          slice.selectedIds = [];
        },
      ),
});

const openedEdit = (opened: OpenedProject): OpenedEdit => ({
  id: opened.project.id,
  session: opened.session,
  history: editHistory.start(opened.project),
  draft: null,
  saved: opened.project,
  revision: opened.revision,
  save: 'idle',
  isTakenOver: false,
  problem: opened.problem,
  missingMedia: opened.missingMedia,
});

function travel(slice: EditorSlice, go: (history: EditHistory) => EditHistory): void {
  const { opened } = slice;
  // As it is, without the proxies of immer: parts that stay the same objects are not compared again.
  const history = original(slice as Draft<EditorSlice>)?.opened?.history;
  if (!opened || !history) return;
  opened.history = go(history);
  opened.draft = null;
  keepSelection(slice);
}

/** What is gone is selected no more. */
function keepSelection(slice: EditorSlice): void {
  if (slice.selectedIds.length === 0) return;
  const there = new Set(
    slice.opened?.history.present.tracks.flatMap(({ clips }) => clips.map(({ id }) => id)),
  );
  slice.selectedIds = slice.selectedIds.filter((id) => there.has(id));
}

export const {
  edited,
  drafted,
  undone,
  redone,
  selected,
  copied,
  toolChosen,
  snappingChanged,
  pointSelected,
  lanesChanged,
  speedOpened,
  tabChosen,
  problemRead,
  mediaFound,
} = editorSlice.actions;

export const selectEditor = (root: EditorRoot) => root.editor;
export const selectOpened = (root: EditorRoot) => root.editor.opened;
/** As it is shown: with what is being dragged. */
export const selectProject = ({ editor: { opened } }: EditorRoot): Project | null =>
  opened ? (opened.draft ?? opened.history.present) : null;
export const selectIsUnsaved = ({ editor: { opened } }: EditorRoot): boolean =>
  opened !== null && opened.history.present !== opened.saved;
export const selectSelectedIds = (root: EditorRoot) => root.editor.selectedIds;

export interface SelectedClip {
  track: Track;
  clip: Clip;
}

/** The clips that are selected, with their tracks, in the order of the document. */
export const selectSelected = createSelector(
  [selectProject, selectSelectedIds],
  (project, ids): SelectedClip[] => {
    if (!project || ids.length === 0) return [];
    const wanted = new Set(ids);
    return project.tracks.flatMap((track) =>
      track.clips.filter(({ id }) => wanted.has(id)).map((clip) => ({ track, clip })),
    );
  },
);

/** The selected clip whose keyframes are shown below it. */
export const selectOpenClip = createSelector(
  [selectSelected, (root: EditorRoot) => root.editor.hasLanes],
  (chosen, hasLanes): Clip | null => {
    if (!hasLanes) return null;
    return chosen.find(({ clip }) => Object.keys(clip.keyframes).length > 0)?.clip ?? null;
  },
);

/** The rows of the timeline as they are shown, with what is being dragged. */
export const selectRows = createSelector([selectProject, selectOpenClip], (project, openClip) =>
  project ? rowsOf(project, openClip) : [],
);
