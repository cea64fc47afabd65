import { ShieldAlert, ShieldCheck, ShieldX } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { classNames } from '../../lib/classNames.ts';
import { selectProgress } from '../recording/index.ts';
import { useCaptureText } from './captureFeed.tsx';
import { selectArmed, selectTake } from './video/videoSlice.ts';
import { useMissing } from './video/useMissing.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { selectSession } from './studioSlice.ts';

/** The evidence of the running recording. */
export function TakeCard() {
  const { t } = useTranslation('studio');
  const take = useSelector(selectTake);
  const progress = useSelector(selectProgress);
  const session = useSelector(selectSession);
  const missed = useCaptureText((now) => now?.framesMissed ?? null);
  const sourceGaps = useSelector(selectArmed).reduce((sum, { gapCount }) => sum + gapCount, 0);
  if (!take || !progress) return null;
  const drifts = (session?.devices ?? []).flatMap(({ driftPpm }) => driftPpm ?? []);
  const drift = drifts.length === 0 ? null : Math.max(...drifts.map(Math.abs));
  const figures = [
    [t('take.gaps'), formatFigure(progress.gaps + sourceGaps)],
    [t('take.missingFrames'), formatFigure(progress.missingFrames)],
    [t('take.drift'), drift === null ? '—' : t('take.ppm', { value: formatFigure(drift, 1) })],
    [t('take.deadlines'), missed === null ? '—' : formatFigure(missed)],
  ] as const;
  return (
    <Card aria-labelledby="studio-take">
      <CardHeader id="studio-take" title={t('take.title')} />
      <Verdict isSoundWhole={progress.missingFrames === 0} />
      <dl className="grid gap-2 text-xs">
        {figures.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-t2">{label}</dt>
            <dd className="font-medium text-t1 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {take.markers.length > 0 && (
        <div className="mt-3 border-t border-line pt-3 text-xs">
          <h3 className="mb-1.5 font-medium text-t2">{t('take.markers')}</h3>
          <ol className="flex flex-wrap gap-1.5">
            {take.markers.map(({ atSec }, index) => (
              <li key={`${index}-${atSec}`} className="rounded bg-inset px-1.5 py-0.5 font-mono text-t2">
                {formatRecordedTime(atSec)}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Card>
  );
}

/** Whether all that should be recorded is. */
function Verdict({ isSoundWhole }: { isSoundWhole: boolean }) {
  const { t } = useTranslation(['studio', 'studioVideo']);
  const missing = useMissing();
  const missed = useSelector(selectArmed).filter(({ missedSec }) => missedSec > 0);
  const namesOf = (sources: readonly { name: string }[]) => sources.map(({ name }) => name).join(', ');
  const isWhole = isSoundWhole && missed.length === 0;
  const [tone, Icon] =
    missing.length > 0
      ? (['text-red-text', ShieldX] as const)
      : isWhole
        ? (['text-grn-text', ShieldCheck] as const)
        : (['text-amb-text', ShieldAlert] as const);
  const texts = [
    ...(missing.length > 0 ? [t('studioVideo:missing.take', { names: namesOf(missing) })] : []),
    ...(missing.length === 0
      ? missed.map(({ name, missedSec }) =>
          t('studioVideo:missing.missed', { names: name, seconds: formatFigure(missedSec, 1) }),
        )
      : []),
    ...(isSoundWhole ? [] : [t('studio:take.missing')]),
  ];
  return (
    <p className={classNames('mb-3 flex items-center gap-2 text-xs', tone)}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {texts.length === 0 ? t('studio:take.accounted') : texts.join(' ')}
    </p>
  );
}
