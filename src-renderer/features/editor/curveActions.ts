import { endFrameOf, type Clip, type Project } from '../../../src-shared/domain/edit/document.ts';
import { edit } from './edits.ts';
import { lanesChanged, pointSelected, selectProject, selectSelected } from './editorSlice.ts';
import {
  curveRange,
  curveValueAt,
  deletePoint,
  ENVELOPE,
  movePoint,
  pointsOf,
  setPoint,
  type CurveEdit,
  type CurvePoint,
  type PointPlace,
} from './timeline/curves.ts';
import { findShown } from './timeline/dragTypes.ts';
import type { EditorDispatch, EditorStore } from './editorStore.ts';
import type { Workbench } from './workbench.ts';

/** Keyframes and points of gain by keys: one is chosen, moved, changed, deleted. */
export function curveActions(
  store: EditorStore,
  { transport }: Pick<Workbench, 'transport'>,
  dispatch: EditorDispatch,
) {
  const project = () => selectProject(store.getState());
  const run = (change: CurveEdit) => dispatch(edit(change.name, change.args));
  const choose = (clip: Clip, place: PointPlace) => {
    dispatch(pointSelected(place));
    transport.seek(Math.max(0, clip.startFrame + place.frame));
  };
  const step = (direction: 1 | -1) => () => {
    const [first] = selectSelected(store.getState());
    if (!first) return;
    const places = placesOf(first.clip);
    const now = transport.frame() - first.clip.startFrame;
    const isAhead = ({ frame }: PointPlace) => (direction > 0 ? frame > now : frame < now);
    const ahead = places.filter(isAhead);
    const next = direction > 0 ? ahead[0] : ahead.at(-1);
    if (next) choose(first.clip, next);
  };
  const change = (byFrames: number, byParts: number) => () => {
    const chosen = chosenPoint(project(), store.getState().editor.point);
    if (!chosen) return;
    const { clip, parameter, point } = chosen;
    const { min, max } = curveRange({ clip, parameter });
    const value = Math.max(min, Math.min(max, point.value + (byParts * (max - min)) / 100));
    const frame = point.frame + byFrames;
    run(movePoint(clip, parameter, point.frame, { frame, value }));
    const moved = findShown(project() as Project, clip.id);
    const isThere = moved && pointsOf({ clip: moved, parameter }).some((one) => one.frame === frame);
    if (isThere) dispatch(pointSelected({ clipId: clip.id, parameter, frame }));
  };
  return {
    lanes: () => dispatch(lanesChanged(!store.getState().editor.hasLanes)),
    previousPoint: step(-1),
    nextPoint: step(1),
    pointUp: change(0, 2),
    pointDown: change(0, -2),
    pointBack: change(-1, 0),
    pointForward: change(1, 0),
    /** At the playhead: of every parameter that has keyframes already, and of the gain of a clip of sound. */
    addPoint: () => {
      const [first] = selectSelected(store.getState());
      const frame = transport.frame();
      if (!first || frame < first.clip.startFrame || frame >= endFrameOf(first.clip)) return;
      const { clip, track } = first;
      const at = frame - clip.startFrame;
      const parameters = track.kind === 'audio' ? [ENVELOPE] : Object.keys(clip.keyframes);
      for (const parameter of parameters.length > 0 ? parameters : ['opacity']) {
        run(setPoint(clip, parameter, { frame: at, value: curveValueAt({ clip, parameter }, at) }));
        dispatch(pointSelected({ clipId: clip.id, parameter, frame: at }));
      }
    },
    /** The chosen point; false: none is chosen. */
    removePoint: (): boolean => {
      const chosen = chosenPoint(project(), store.getState().editor.point);
      if (!chosen) return false;
      run(deletePoint(chosen.clip, chosen.parameter, chosen.point.frame));
      dispatch(pointSelected(null));
      return true;
    },
  };
}

/** All points of a clip, in the order of time. */
const placesOf = (clip: Clip): PointPlace[] =>
  [ENVELOPE, ...Object.keys(clip.keyframes)]
    .flatMap((parameter) =>
      pointsOf({ clip, parameter }).map(({ frame }) => ({ clipId: clip.id, parameter, frame })),
    )
    .toSorted((one, other) => one.frame - other.frame);

function chosenPoint(
  project: Project | null,
  place: PointPlace | null,
): { clip: Clip; parameter: string; point: CurvePoint } | null {
  const clip = project && place && findShown(project, place.clipId);
  if (!clip || !place) return null;
  const point = pointsOf({ clip, parameter: place.parameter }).find(({ frame }) => frame === place.frame);
  return point ? { clip, parameter: place.parameter, point } : null;
}
