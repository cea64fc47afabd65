import { lazy, Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../../src-shared/contract/takes.ts';
import { formatFigure } from '../../../lib/figures.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { showNotice } from '../../../ui/notice.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { loadDenoiseFields } from '../../enhancement/index.ts';
import { selectCleaningLimits } from '../../licence/index.ts';
import { selectVoiceCleaning } from '../../workspace/index.ts';
import { runningExports } from '../runningExports.ts';
import { selectWork } from '../studioSlice.ts';
import { forgetCleanVoices } from '../studioThunks.ts';
import { cleanTakeVoices, denoiseOf, type TakeDenoise } from './cleanTakeVoices.ts';

const DenoiseFields = lazy(loadDenoiseFields);

/** As it was recorded, for podcasts, for EBU R 128. */
const LEVELS = [null, -16, -23] as const;

/** Takes the noise out of the voices of a recording, beside the raw ones. */
export function CleanVoicesDialog({ take, onClose }: { take: TakeSummary; onClose: () => void }) {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const support = useSelector(selectVoiceCleaning);
  const work = useSelector(selectWork(take.id));
  const engines = support?.supported ? support.engines : [];
  const limits = useSelector(selectCleaningLimits);
  const [denoise, setDenoise] = useState(() => denoiseOf(take.cleaning, limits, engines));
  const isRunning = work?.kind === 'cleanVoices';
  const start = async () => {
    if (!(await dispatch(cleanTakeVoices(take.id, denoise)))) return;
    const message = t('studio:voices.doneMessage', { name: take.name });
    showNotice({ tone: 'success', title: t('studio:voices.done'), message });
    onClose();
  };
  const remove = async () => {
    if (forgetCleanVoices.fulfilled.match(await dispatch(forgetCleanVoices(take.id)))) onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('studio:voices.title', { name: take.name })}
      description={t('studio:voices.message')}
      closeLabel={t('common:close')}
      footer={
        isRunning ? (
          <Button onClick={() => runningExports.cancel(take.id)}>{t('common:cancel')}</Button>
        ) : (
          <>
            {take.cleaning && (
              <Button disabled={work !== null} onClick={() => void remove()}>
                {t('studio:voices.remove')}
              </Button>
            )}
            <Button variant="primary" disabled={work !== null} onClick={() => void start()}>
              {t('studio:voices.start')}
            </Button>
          </>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Suspense fallback={<Skeleton className="h-40" />}>
          <DenoiseFields
            engines={engines}
            denoise={denoise}
            disabled={isRunning}
            onChange={({ engine, sensitivity, reduction }) =>
              engine !== 'off' && setDenoise({ ...denoise, engine, sensitivity, reduction })
            }
          />
        </Suspense>
        <TogetherFields take={take} denoise={denoise} disabled={isRunning} onChange={setDenoise} />
        {isRunning && <Progress label={t('studio:voices.running')} ratio={work.done} />}
      </div>
    </Dialog>
  );
}

/** How the voices are to sound beside each other. */
function TogetherFields(props: {
  take: TakeSummary;
  denoise: TakeDenoise;
  disabled: boolean;
  onChange: (denoise: TakeDenoise) => void;
}) {
  const { take, denoise, disabled, onChange } = props;
  const { t } = useTranslation('studio');
  return (
    <>
      <Choice
        label={t('voices.level.label')}
        value={String(denoise.levelLufs)}
        disabled={disabled}
        options={LEVELS.map((lufs) => ({
          value: String(lufs),
          label:
            lufs === null
              ? t('voices.level.asRecorded')
              : t('voices.level.lufs', { lufs: formatFigure(lufs, 0) }),
        }))}
        onChange={(text) =>
          onChange({ ...denoise, levelLufs: LEVELS.find((lufs) => String(lufs) === text) ?? null })
        }
      />
      {take.tracks.audio > 1 && (
        <div className="flex items-center justify-between gap-4">
          <div className="grid min-w-0 gap-0.5">
            <span aria-hidden="true" className="text-sm text-t1">
              {t('voices.crosstalk.label')}
            </span>
            <span className="text-xs text-t3">{t('voices.crosstalk.hint')}</span>
          </div>
          <Switch
            label={t('voices.crosstalk.label')}
            isOn={denoise.muteCrosstalk === true}
            disabled={disabled}
            onChange={(muteCrosstalk) => onChange({ ...denoise, muteCrosstalk })}
          />
        </div>
      )}
    </>
  );
}
