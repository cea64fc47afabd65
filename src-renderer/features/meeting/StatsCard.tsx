import { useTranslation } from '../../lib/useTranslation.ts';
import { formatDuration } from '../../lib/figures.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { formatBytes } from '../../lib/bytes.ts';

export interface RecordedFigures {
  durationSec: number;
  sizeBytes: number;
}

/** Counted from the recordings that are there. */
export function StatsCard({ recorded }: { recorded: readonly RecordedFigures[] }) {
  const { t } = useTranslation('meeting');
  const sum = (of: (take: RecordedFigures) => number) =>
    recorded.reduce((total, take) => total + of(take), 0);
  const longestSec = Math.max(0, ...recorded.map(({ durationSec }) => durationSec));
  const isKnown = recorded.length > 0;
  const rows = [
    [t('stats.meetings'), String(recorded.length)],
    [t('stats.time'), isKnown ? formatDuration(sum(({ durationSec }) => durationSec)) : null],
    [t('stats.longest'), isKnown ? formatDuration(longestSec) : null],
    [t('stats.size'), isKnown ? formatBytes(sum(({ sizeBytes }) => sizeBytes)) : null],
  ] as const;
  return (
    <Card aria-labelledby="meeting-stats">
      <CardHeader id="meeting-stats" title={t('stats.title')} />
      <dl className="grid gap-2 text-xs">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-t2">{label}</dt>
            <dd className="text-right font-medium text-t1 tabular-nums">
              {value ?? <Unknown reason={t('stats.unknown')} />}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
