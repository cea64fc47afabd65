import { endFrameOf, framesOf, type Clip, type Project } from '../../../src-shared/domain/edit/document.ts';
import { copyOf } from '../../../src-shared/domain/edit/operations/clips.ts';
import { dissolveRoom } from '../../../src-shared/domain/edit/operations/trims.ts';
import { edit } from './edits.ts';
import {
  copied,
  selectProject,
  selectSelected,
  speedOpened,
  toolChosen,
  type SelectedClip,
} from './editorSlice.ts';
import type { Tool } from './editorState.ts';
import type { EditorDispatch, EditorStore } from './editorStore.ts';
import type { Workbench } from './workbench.ts';

const DISSOLVE_SEC = 1;
const FREEZE_SEC = 2;

/** Tools, and what they do by keys alone. */
export function trimActions(store: EditorStore, { transport }: Workbench, dispatch: EditorDispatch) {
  const project = () => selectProject(store.getState());
  /** With the selected clip at the playhead; where none is selected there, the topmost one. */
  const atPlayhead = (run: (clip: Clip, shown: Project) => void) => () => {
    const shown = project();
    const found = shown && clipAt(shown, selectSelected(store.getState()), transport.frame());
    if (shown && found) run(found, shown);
  };
  const ofFirst = (run: (clip: Clip) => void) => () => {
    const [first] = selectSelected(store.getState());
    if (first) run(first.clip);
  };
  const trim = (edge: 'start' | 'end', ripple: boolean) =>
    atPlayhead(({ id, startFrame }) => {
      const toFrame = transport.frame();
      dispatch(edit('trimClip', { clipId: id, edge, toFrame, ripple }));
      // What was taken out lay in front of the playhead: the same frame is now where the clip begins.
      if (edge === 'start' && ripple) transport.seek(startFrame);
    });
  const nudge = (name: 'slipClip' | 'slideClip', byFrames: number) =>
    ofFirst(({ id }) => dispatch(edit(name, { clipId: id, byFrames })));
  const roll = (byFrames: number) =>
    ofFirst(({ id, startFrame }) =>
      dispatch(edit('rollCut', { clipId: id, toFrame: Math.max(0, startFrame + byFrames) })),
    );
  return {
    ...toolActions(dispatch),
    trimStart: trim('start', false),
    trimEnd: trim('end', false),
    rippleStart: trim('start', true),
    rippleEnd: trim('end', true),
    rollBack: roll(-1),
    rollForward: roll(1),
    slipBack: nudge('slipClip', -1),
    slipForward: nudge('slipClip', 1),
    slideBack: nudge('slideClip', -1),
    slideForward: nudge('slideClip', 1),
    cut: () => {
      const clipIds = selectSelected(store.getState()).map(({ clip }) => clip.id);
      const shown = project();
      if (!shown || clipIds.length === 0) return;
      dispatch(copied(copyOf(shown, clipIds)));
      dispatch(edit('deleteClips', { clipIds }));
    },
    dissolve: () => {
      const shown = project();
      const right = shown && cutNear(shown, selectSelected(store.getState()), transport.frame());
      if (!shown || !right) return;
      const { id: clipId, dissolveInFrames } = right;
      const wanted = framesOf(shown, DISSOLVE_SEC);
      // Where nothing is left of the source, the refusal says so.
      const frames = dissolveInFrames > 0 ? 0 : Math.min(wanted, dissolveRoom(shown, clipId) || wanted);
      dispatch(edit('setDissolve', { clipId, frames }));
    },
    freeze: atPlayhead(({ id: clipId }, shown) =>
      dispatch(
        edit('freezeFrame', {
          clipId,
          frame: transport.frame(),
          lengthFrames: framesOf(shown, FREEZE_SEC),
        }),
      ),
    ),
    speed: ofFirst(() => dispatch(speedOpened(true))),
    detachSound: () => {
      const clipIds = selectSelected(store.getState()).map(({ clip }) => clip.id);
      if (clipIds.length > 0) dispatch(edit('detachSound', { clipIds }));
    },
  };
}

function toolActions(dispatch: EditorDispatch) {
  const choose = (tool: Tool) => () => dispatch(toolChosen(tool));
  return {
    select: choose('select'),
    rippleTool: choose('ripple'),
    rollTool: choose('roll'),
    slipTool: choose('slip'),
    slideTool: choose('slide'),
    razor: choose('razor'),
  };
}

const isAt = (clip: Clip, frame: number) => clip.startFrame <= frame && frame < endFrameOf(clip);

function clipAt(project: Project, chosen: readonly SelectedClip[], frame: number): Clip | undefined {
  const selected = chosen.find(({ clip }) => isAt(clip, frame));
  if (selected) return selected.clip;
  const video = project.tracks.filter(({ kind, isLocked }) => kind === 'video' && !isLocked).reverse();
  const sound = project.tracks.filter(({ kind, isLocked }) => kind === 'audio' && !isLocked);
  return [...video, ...sound].flatMap(({ clips }) => clips.find((clip) => isAt(clip, frame)) ?? [])[0];
}

/** The clip behind a cut: that of the selection, else the one that is nearest to a frame. */
function cutNear(project: Project, chosen: readonly SelectedClip[], frame: number): Clip | undefined {
  const rights = project.tracks
    .filter(({ isLocked }) => !isLocked)
    .flatMap(({ clips }) =>
      clips.filter((clip, at) => {
        const left = clips[at - 1];
        return left !== undefined && endFrameOf(left) >= clip.startFrame;
      }),
    );
  const selected = rights.find(({ id }) => chosen.some(({ clip }) => clip.id === id));
  const byDistance = (one: Clip, other: Clip) =>
    Math.abs(one.startFrame - frame) - Math.abs(other.startFrame - frame);
  return selected ?? rights.toSorted(byDistance)[0];
}
