import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { framesOf, type Project } from '../../../../src-shared/domain/edit/document.ts';
import { findCrosstalk, isHeardIn } from '../../../../src-shared/domain/edit/talk.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { editAll, lowered } from './editAll.ts';
import { secondsIn } from './secondsIn.ts';
import type { TrackMicrophone } from './useMicrophones.ts';

const MARGIN_DB = { min: 3, max: 30, step: 1, defaultValue: 10 } as const;
const MINIMUM_SEC = { min: 0.1, max: 3, step: 0.1, defaultValue: 0.5 } as const;
const PADDING_SEC = 0.1;
/** Silence. */
const MUTED_DB = 120;

/** Where a microphone only hears somebody else: muted track by track, all in one step. */
export function CrosstalkTool(props: { project: Project; microphones: readonly TrackMicrophone[] }) {
  const { project, microphones } = props;
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const [marginDb, setMarginDb] = useState<number>(MARGIN_DB.defaultValue);
  const [minimumSec, setMinimumSec] = useState<number>(MINIMUM_SEC.defaultValue);
  const found = useMemo(() => {
    const settings = {
      marginDb,
      minFrames: framesOf(project, minimumSec),
      paddingFrames: framesOf(project, PADDING_SEC),
    };
    return findCrosstalk(microphones, settings).flatMap((all, index) => {
      const microphone = microphones[index];
      const ranges = microphone ? all.filter((range) => isHeardIn(microphone.levelsDb, range)) : [];
      return microphone && ranges.length > 0 ? [{ track: microphone.track, ranges }] : [];
    });
  }, [microphones, project, marginDb, minimumSec]);
  if (microphones.length < 2) return <p className="text-xs text-t3">{t('talk.crosstalk.two')}</p>;
  const apply = () =>
    dispatch(
      editAll(
        found.map(({ track, ranges }) =>
          lowered({ trackId: track.id, ranges, byDb: MUTED_DB, rampFrames: 1 }),
        ),
      ),
    );
  return (
    <>
      <Slider
        label={t('talk.crosstalk.margin')}
        value={marginDb}
        {...MARGIN_DB}
        unit="dB"
        onChange={setMarginDb}
      />
      <Slider
        label={t('talk.crosstalk.minimum')}
        value={minimumSec}
        {...MINIMUM_SEC}
        unit="s"
        onChange={setMinimumSec}
      />
      {found.length === 0 ? (
        <p role="status" className="text-xs text-t3">
          {t('talk.crosstalk.none')}
        </p>
      ) : (
        <>
          <ul aria-label={t('talk.crosstalk.list')} className="grid gap-1 text-xs">
            {found.map(({ track, ranges }) => (
              <li key={track.id} className="flex justify-between gap-2">
                <span className="min-w-0 truncate text-t1">{track.name}</span>
                <span className="shrink-0 text-t3">
                  {t('talk.crosstalk.found', {
                    count: ranges.length,
                    seconds: secondsIn(project, ranges),
                  })}
                </span>
              </li>
            ))}
          </ul>
          <Button variant="primary" onClick={apply}>
            {t('talk.crosstalk.apply')}
          </Button>
        </>
      )}
    </>
  );
}
