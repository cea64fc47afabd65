import { Diamond } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { EASES, type Clip } from '../../../../src-shared/domain/edit/document.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { draft, edit } from '../edits.ts';
import { pointSelected } from '../editorSlice.ts';
import { curveValueAt, setPoint } from '../timeline/curves.ts';
import { useWorkbench } from '../workbench.ts';

interface KeyedSliderProps {
  /** The first of what is selected: its keyframes are shown and changed. */
  clip: Clip;
  /** By its name in the model. */
  parameter: string;
  label: string;
  /** Where no keyframe says another. */
  value: number;
  min: number;
  max: number;
  step?: number;
  defaultValue: number;
  unit?: string;
  onChange: (value: number) => void;
  onCommit: (value: number) => void;
}

/** A parameter with its diamond: without keyframes one value for the whole clip, with them that at the playhead. */
export function KeyedSlider({ clip, parameter, value, onChange, onCommit, ...field }: KeyedSliderProps) {
  const { t } = useTranslation('editing');
  const dispatch = useAppDispatch();
  const { transport } = useWorkbench();
  const playhead = useSyncExternalStore(transport.subscribe, transport.frame);
  const frame = Math.max(0, Math.min(clip.lengthFrames - 1, playhead - clip.startFrame));
  const keyframes = Object.hasOwn(clip.keyframes, parameter) ? clip.keyframes[parameter] : undefined;
  const here = keyframes?.find((one) => one.frame === frame);
  const point = (next: number) => setPoint(clip, parameter, { frame, value: next });
  const keep = (next: number) => {
    const { name, args } = point(next);
    dispatch(edit(name, args));
    dispatch(pointSelected({ clipId: clip.id, parameter, frame }));
  };
  const show = (next: number) => {
    const { name, args } = point(next);
    dispatch(draft(name, args));
  };
  const toggle = () => {
    if (here) dispatch(edit('deleteKeyframe', { clipId: clip.id, parameter, frame }));
    else keep(keyframes ? curveValueAt({ clip, parameter }, frame) : value);
  };
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-1.5">
        <Slider
          {...field}
          value={keyframes ? curveValueAt({ clip, parameter }, frame) : value}
          onChange={keyframes ? show : onChange}
          onCommit={keyframes ? keep : onCommit}
        />
        <IconButton
          label={t(here ? 'keyframes.removeFrom' : 'keyframes.addTo', { name: field.label })}
          icon={<Diamond aria-hidden="true" className={classNames(here && 'fill-current')} />}
          hasBorder={false}
          className={classNames('!size-6 [&>svg]:!size-3.5', keyframes && '!text-accent-text')}
          onClick={toggle}
        />
      </div>
      {here && keyframes && keyframes.length > 1 && (
        <SegmentedControl
          label={t('keyframes.ease', { name: field.label })}
          value={here.ease}
          onChange={(ease) =>
            dispatch(edit('setKeyframe', { clipId: clip.id, parameter, frame, value: here.value, ease }))
          }
          segments={EASES.map((ease) => ({ value: ease, label: t(`keyframes.eases.${ease}`) }))}
        />
      )}
    </div>
  );
}
