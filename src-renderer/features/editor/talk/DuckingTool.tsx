import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { framesOf, type Project, type Track } from '../../../../src-shared/domain/edit/document.ts';
import { findSpeech } from '../../../../src-shared/domain/edit/talk.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { editAll, lowered } from './editAll.ts';
import { secondsIn } from './secondsIn.ts';
import type { TrackMicrophone } from './useMicrophones.ts';

const BY_DB = { min: 3, max: 30, step: 1, defaultValue: 12 } as const;
const HOLD_SEC = { min: 0.2, max: 3, step: 0.1, defaultValue: 0.8 } as const;
/** How long it takes to go down and up again. */
const RAMP_SEC = 0.3;

/** Lowers what is no microphone while somebody speaks, all tracks in one step. */
export function DuckingTool(props: {
  project: Project;
  microphones: readonly TrackMicrophone[];
  others: readonly Track[];
}) {
  const { project, microphones, others } = props;
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const [byDb, setByDb] = useState<number>(BY_DB.defaultValue);
  const [holdSec, setHoldSec] = useState<number>(HOLD_SEC.defaultValue);
  const speech = useMemo(
    () => findSpeech(microphones, framesOf(project, holdSec)),
    [microphones, project, holdSec],
  );
  if (others.length === 0) return <p className="text-xs text-t3">{t('talk.ducking.none')}</p>;
  const rampFrames = Math.max(1, framesOf(project, RAMP_SEC));
  const apply = () =>
    dispatch(
      editAll(others.map(({ id }) => lowered({ trackId: id, ranges: [...speech], byDb, rampFrames }))),
    );
  return (
    <>
      <Slider label={t('talk.ducking.by')} value={byDb} {...BY_DB} unit="dB" onChange={setByDb} />
      <Slider label={t('talk.ducking.hold')} value={holdSec} {...HOLD_SEC} unit="s" onChange={setHoldSec} />
      <p role="status" className="text-xs text-t1">
        {t('talk.ducking.found', { count: speech.length, seconds: secondsIn(project, speech) })}
      </p>
      <Button variant="primary" disabled={speech.length === 0} onClick={apply}>
        {t('talk.ducking.apply')}
      </Button>
    </>
  );
}
