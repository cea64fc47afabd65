import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../../src-shared/contract/errors.ts';
import type { UnlocatedMedia } from '../../../../src-shared/contract/projects.ts';
import { projectEndFrame, type Project } from '../../../../src-shared/domain/edit/document.ts';
import { writeEdl } from '../../../../src-shared/domain/edit/interchange/edl.ts';
import { writeFcpxml } from '../../../../src-shared/domain/edit/interchange/fcpxml.ts';
import { writeOtio } from '../../../../src-shared/domain/edit/interchange/otioWrite.ts';
import { fileUrl, type UrlOf } from '../../../../src-shared/domain/edit/interchange/pieces.ts';
import {
  captionsOf,
  cuesOf,
  readSubtitles,
  writeSubtitles,
} from '../../../../src-shared/domain/edit/interchange/subtitles.ts';
import { i18n } from '../../../i18n/index.ts';
import { saveBlob } from '../../../lib/saveBlob.ts';
import { createClientThunk, type ThunkExtra } from '../../../platform/index.ts';
import { edit } from '../edits.ts';
import type { EditorRoot } from '../editorState.ts';
import { projectFailed } from '../failed.ts';
import { sayOfProject as say } from './sayOfProject.ts';

export const TIMELINE_FORMATS = ['otio', 'fcpxml', 'edl'] as const;
export type TimelineFormat = (typeof TIMELINE_FORMATS)[number];
export const CAPTION_FORMATS = ['srt', 'vtt'] as const;
export type CaptionFormat = (typeof CAPTION_FORMATS)[number];

type EditorDispatch = ThunkDispatch<EditorRoot, ThunkExtra, UnknownAction>;
const MOST_NAMED = 10;

const texts = () => i18n.getFixedT(null, 'editor');

/** The timeline for another program, with the paths of its media. */
export const exportTimeline = createClientThunk<void, TimelineFormat, EditorRoot>(
  'editor/exportTimeline',
  async (format, { client, getState }) => {
    const project = getState().editor.opened?.history.present;
    if (!project) return;
    const { paths, failed } = unwrap(await client.call('projects.readPaths', { id: project.id }));
    const urlOf: UrlOf = ({ id, name }) => fileUrl(paths[id] ?? name);
    save(project, format, timelineText(project, format, urlOf));
    // An EDL names no paths.
    if (format !== 'edl' && failed.length > 0) sayWithoutPath(project, failed);
  },
  projectFailed('write'),
);

/** Which media another program has to look for, and why. */
function sayWithoutPath(project: Project, failed: readonly UnlocatedMedia[]): void {
  const names = failed
    .slice(0, MOST_NAMED)
    .map(({ mediaId, code }) => `${project.media[mediaId]?.name ?? mediaId} (${code})`);
  say('withoutPath', texts()('project.withoutPath', { count: failed.length, names: names.join(', ') }));
}

function timelineText(project: Project, format: TimelineFormat, urlOf: UrlOf): string {
  if (format === 'otio') return writeOtio(project, urlOf);
  if (format === 'fcpxml') return writeFcpxml(project, urlOf);
  const { text, leftOut, isCut } = writeEdl(project);
  const t = texts();
  const notes = [
    ...(leftOut.length > 0 ? [t('project.leftOut', { names: leftOut.slice(0, MOST_NAMED).join(', ') })] : []),
    ...(isCut ? [t('project.edlCut')] : []),
  ];
  if (notes.length > 0) say('edl', notes.join(' '));
  return text;
}

export function exportCaptions(format: CaptionFormat) {
  return (_: unknown, getState: () => EditorRoot): void => {
    const project = getState().editor.opened?.history.present;
    if (!project) return;
    const cues = cuesOf(project, { from: 0, to: projectEndFrame(project) });
    if (cues.length === 0) say('captions', texts()('project.noCaptions'));
    else save(project, format, writeSubtitles(cues, format));
  };
}

/** Captions on a video track of their own, above all others, in one step with it. */
export function importCaptions(file: File) {
  return async (dispatch: EditorDispatch, getState: () => EditorRoot): Promise<void> => {
    const read = readSubtitles(await file.text());
    const t = texts();
    if (!read) return say('captions', t('project.noCues', { name: file.name }));
    const withTrack = dispatch(edit('addTrack', { kind: 'video' }));
    const track = withTrack?.tracks.at(-1);
    const project = getState().editor.opened?.history.present;
    if (!track || !project) return;
    dispatch(edit('addCaptions', { trackId: track.id, captions: captionsOf(project, read.cues, 0) }));
    if (read.skippedLines.length > 0)
      say('captions', t('project.skipped', { count: read.skippedLines.length }));
  };
}

export const exportFolder = createClientThunk<{ path: string }, string, EditorRoot>(
  'editor/exportFolder',
  async (folder, { client, getState }) =>
    unwrap(await client.call('projects.exportFolder', { id: getState().editor.opened?.id ?? '', folder })),
  projectFailed('folder'),
);

export const importFolder = createClientThunk(
  'editor/importFolder',
  async (path: string, { client }) => unwrap(await client.call('projects.importFolder', { path })),
  projectFailed('openFolder'),
);

/** Under the project's name. */
function save({ name }: Project, ending: string, text: string): void {
  const harmless = name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-').slice(0, 80) || 'timeline';
  saveBlob(new Blob([text], { type: 'text/plain' }), `${harmless}.${ending}`);
}
