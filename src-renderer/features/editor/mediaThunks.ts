import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { projectText } from '../../../src-shared/domain/edit/check.ts';
import { NEW_CLIP_SEC } from '../../../src-shared/domain/edit/create.ts';
import {
  endFrameOf,
  framesOf,
  type Clip,
  type Generator,
  type Media,
} from '../../../src-shared/domain/edit/document.ts';
import { i18n } from '../../i18n/index.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { showNotice } from '../../ui/notice.ts';
import { edit } from './edits.ts';
import { edited, mediaFound, selected, selectOpened } from './editorSlice.ts';
import type { EditorRoot } from './editorState.ts';
import {
  importTake,
  newProjectOfTake,
  openProject,
  relinkMedia,
  saveAll,
  uploadMedia,
} from './projectThunks.ts';

type EditorDispatch = ThunkDispatch<EditorRoot, ThunkExtra, UnknownAction>;
type GetState = () => EditorRoot;

/** Saved at once: the host gives frames and sound of the media that it knows. */
function addMedia(media: Media[]) {
  return async (dispatch: EditorDispatch): Promise<void> => {
    sayWideColours(media);
    dispatch(edit('addMedia', { media }));
    await dispatch(saveAll());
  };
}

/** HDR has the colours of BT.2020, which are not brought into those of BT.709: that is said when it comes in. */
function sayWideColours(media: readonly Media[]): void {
  const names = media.filter(({ video }) => video?.colour.matrix === 'bt2020').map(({ name }) => name);
  if (names.length === 0) return;
  const t = i18n.getFixedT(null, 'editor', 'bin');
  showNotice({
    id: 'editor-hdr',
    tone: 'info',
    title: t('wideColours'),
    message: t('wideColoursHint', { names: names.join(', ') }),
  });
}

/** Files that were chosen or dropped, one after the other; what cannot be read is said, and the others are added. */
export function importFiles(files: readonly File[]) {
  return async (dispatch: EditorDispatch): Promise<void> => {
    for (const file of files) {
      const result = await dispatch(uploadMedia(file));
      if (uploadMedia.fulfilled.match(result)) await dispatch(addMedia([result.payload]));
    }
  };
}

/** A recording with all its tracks at the playhead, in sync and linked; its media are added once. */
export function addTake({ takeId, frame }: { takeId: string; frame: number }) {
  return async (dispatch: EditorDispatch): Promise<void> => {
    const result = await dispatch(importTake(takeId));
    if (!importTake.fulfilled.match(result) || result.payload.length === 0) return;
    await dispatch(addMedia(result.payload));
    dispatch(edit('insertTake', { mediaIds: result.payload.map(({ id }) => id), frame }));
  };
}

/** A new project of a recording, under its name. */
export function editTake(takeId: string) {
  return async (dispatch: EditorDispatch): Promise<void> => {
    const made = await dispatch(newProjectOfTake(takeId));
    if (newProjectOfTake.fulfilled.match(made)) await dispatch(addTake({ takeId, frame: 0 }));
  };
}

/** A media on the first track of its kind, at the playhead. */
export function addMediaToTimeline(media: Media, frame: number) {
  return (dispatch: EditorDispatch, getState: GetState): void => {
    const trackId = freeTrack(getState, media.kind === 'audio' ? 'audio' : 'video');
    if (trackId !== null) dispatch(edit('addClip', { trackId, frame, mediaId: media.id }));
  };
}

/** A clip that is made here: of text, or of one colour where there is none. It lies above what is there. */
export function addText(frame: number, text: string | null) {
  return (dispatch: EditorDispatch, getState: GetState): void => {
    if (trackAbove(getState, frame) === null) dispatch(edit('addTrack', { kind: 'video' }));
    const trackId = trackAbove(getState, frame);
    if (trackId === null) return;
    const before = clipIdsOf(getState);
    const generator: Generator =
      text === null ? { kind: 'colour', rgb: '#203050' } : { kind: 'text', text, style: TITLE };
    dispatch(edit('addClip', { trackId, frame, generator, name: text ?? '' }));
    dispatch(selected([...clipIdsOf(getState)].filter((id) => !before.has(id))));
  };
}

/** The lowest video track on which a new clip covers all others; null: there is none. */
function trackAbove(getState: GetState, frame: number): string | null {
  const project = selectOpened(getState())?.history.present;
  if (!project) return null;
  const toFrame = frame + framesOf(project, NEW_CLIP_SEC);
  const isFree = (clip: Clip) => clip.startFrame >= toFrame || endFrameOf(clip) <= frame;
  const tracks = project.tracks.filter(({ kind }) => kind === 'video');
  const occupied = tracks.findLastIndex(({ clips }) => !clips.every(isFree));
  return tracks.slice(occupied + 1).find(({ isLocked }) => !isLocked)?.id ?? null;
}

const TITLE = {
  font: 'Inter',
  size: 96,
  isBold: true,
  align: 'center',
  place: 'title',
  colour: '#ffffff',
  background: null,
} as const;

/** Takes the project from another page; what was not saved here is kept where nobody has changed it meanwhile. */
export function takeBack() {
  return async (dispatch: EditorDispatch, getState: GetState): Promise<void> => {
    const lost = selectOpened(getState());
    if (!lost) return;
    const result = await dispatch(openProject({ id: lost.id, takeOver: true }));
    if (!openProject.fulfilled.match(result)) return;
    const isUnchanged = projectText(lost.saved) === projectText(result.payload.project);
    if (isUnchanged) dispatch(edited(lost.history.present));
  };
}

/** Files that moved and were found take the place of those that were known. */
export function relink() {
  return async (dispatch: EditorDispatch): Promise<void> => {
    const result = await dispatch(relinkMedia());
    if (!relinkMedia.fulfilled.match(result) || result.payload.length === 0) return;
    await dispatch(addMedia(result.payload));
    dispatch(mediaFound(result.payload.map(({ id }) => id)));
  };
}

function freeTrack(getState: GetState, kind: 'video' | 'audio'): string | null {
  const tracks = selectOpened(getState())?.history.present.tracks ?? [];
  return tracks.find((track) => track.kind === kind && !track.isLocked)?.id ?? null;
}

const clipIdsOf = (getState: GetState): ReadonlySet<string> =>
  new Set(selectOpened(getState())?.history.present.tracks.flatMap(({ clips }) => clips.map(({ id }) => id)));
