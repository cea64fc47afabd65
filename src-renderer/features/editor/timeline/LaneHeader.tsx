import { ChevronLeft, ChevronRight, Diamond, X } from 'lucide-react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { edit } from '../edits.ts';
import { pointSelected } from '../editorSlice.ts';
import { useParameterName } from '../parameterNames.ts';
import { useWorkbench } from '../workbench.ts';
import { curveValueAt, pointsOf, setPoint, type Curve } from './curves.ts';

/** The name of a lane, and the way from keyframe to keyframe. */
export function LaneHeader({ lane }: { lane: Curve }) {
  const { t } = useTranslation('editing');
  const dispatch = useAppDispatch();
  const { transport } = useWorkbench();
  const name = useParameterName()(lane.clip, lane.parameter);
  const { clip, parameter } = lane;
  const here = () => transport.frame() - clip.startFrame;
  const go = (frame: number | undefined) => {
    if (frame === undefined) return;
    transport.seek(clip.startFrame + frame);
    dispatch(pointSelected({ clipId: clip.id, parameter, frame }));
  };
  const points = pointsOf(lane);
  const add = () => {
    const frame = here();
    const set = setPoint(clip, parameter, { frame, value: curveValueAt(lane, frame) });
    dispatch(edit(set.name, set.args));
    dispatch(pointSelected({ clipId: clip.id, parameter, frame }));
  };
  const small = '!size-5 [&>svg]:!size-3';
  return (
    <div
      role="group"
      aria-label={t('keyframes.of', { name })}
      style={{ height: lane.heightPx }}
      className="grid content-center border-t border-line px-2"
    >
      <span className="truncate text-2xs text-t2" title={name}>
        {name}
      </span>
      <span className="flex">
        <IconButton
          label={t('keyframes.previous')}
          icon={<ChevronLeft aria-hidden="true" />}
          hasBorder={false}
          className={small}
          onClick={() => go(points.findLast(({ frame }) => frame < here())?.frame)}
        />
        <IconButton
          label={t('keyframes.add')}
          icon={<Diamond aria-hidden="true" />}
          hasBorder={false}
          className={small}
          onClick={add}
        />
        <IconButton
          label={t('keyframes.next')}
          icon={<ChevronRight aria-hidden="true" />}
          hasBorder={false}
          className={small}
          onClick={() => go(points.find(({ frame }) => frame > here())?.frame)}
        />
        <IconButton
          label={t('keyframes.removeAll')}
          icon={<X aria-hidden="true" />}
          hasBorder={false}
          className={small}
          onClick={() => dispatch(edit('deleteKeyframe', { clipId: clip.id, parameter }))}
        />
      </span>
    </div>
  );
}
