import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { framesOf, type Project } from '../../../../src-shared/domain/edit/document.ts';
import { findPauses } from '../../../../src-shared/domain/edit/talk.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { edit } from '../edits.ts';
import { PauseList } from './PauseList.tsx';
import { secondsIn } from './secondsIn.ts';
import type { TrackMicrophone } from './useMicrophones.ts';

const MINIMUM_SEC = { min: 0.2, max: 5, step: 0.1, defaultValue: 0.8 } as const;
const PADDING_SEC = { min: 0, max: 1, step: 0.1, defaultValue: 0.2 } as const;
const KEPT_SEC = { min: 0.1, max: 2, step: 0.1, defaultValue: 0.3 } as const;

/** Where nobody speaks: heard one by one, then taken out of every track in one step. */
export function PausesTool(props: { project: Project; microphones: readonly TrackMicrophone[] }) {
  const { project, microphones } = props;
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const [minimumSec, setMinimumSec] = useState<number>(MINIMUM_SEC.defaultValue);
  const [paddingSec, setPaddingSec] = useState<number>(PADDING_SEC.defaultValue);
  const [mode, setMode] = useState<'cut' | 'shorten'>('cut');
  const [keptSec, setKeptSec] = useState<number>(KEPT_SEC.defaultValue);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const pauses = useMemo(
    () =>
      findPauses(microphones, {
        minFrames: framesOf(project, minimumSec),
        paddingFrames: framesOf(project, paddingSec),
        keptFrames: mode === 'cut' ? 0 : framesOf(project, keptSec),
      }),
    [microphones, project, minimumSec, paddingSec, mode, keptSec],
  );
  const chosen = pauses.filter(({ from }) => !left.has(from));
  const apply = () => {
    if (dispatch(edit('rippleDelete', { ranges: chosen }))) setLeft(new Set());
  };
  return (
    <>
      <Slider
        label={t('talk.pauses.minimum')}
        value={minimumSec}
        {...MINIMUM_SEC}
        unit="s"
        onChange={setMinimumSec}
      />
      <Slider
        label={t('talk.pauses.padding')}
        value={paddingSec}
        {...PADDING_SEC}
        unit="s"
        onChange={setPaddingSec}
      />
      <SegmentedControl
        label={t('talk.pauses.mode')}
        value={mode}
        onChange={setMode}
        segments={[
          { value: 'cut', label: t('talk.pauses.cut') },
          { value: 'shorten', label: t('talk.pauses.shorten') },
        ]}
      />
      {mode === 'shorten' && (
        <Slider label={t('talk.pauses.kept')} value={keptSec} {...KEPT_SEC} unit="s" onChange={setKeptSec} />
      )}
      {pauses.length === 0 ? (
        <p className="text-xs text-t3">{t('talk.pauses.none')}</p>
      ) : (
        <>
          <p role="status" className="text-xs text-t1">
            {t('talk.pauses.found', { count: chosen.length, seconds: secondsIn(project, chosen) })}
          </p>
          <Button variant="primary" disabled={chosen.length === 0} onClick={apply}>
            {t('talk.pauses.apply', { count: chosen.length })}
          </Button>
          <PauseList project={project} pauses={pauses} left={left} onLeft={setLeft} />
        </>
      )}
    </>
  );
}
