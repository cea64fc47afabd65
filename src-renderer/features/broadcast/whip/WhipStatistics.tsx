import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatBytes } from '../../../lib/bytes.ts';
import { formatFigure } from '../../../lib/figures.ts';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { FigureList } from '../FigureList.tsx';
import { useWhip } from './useWhip.ts';

/** What the browser counts, only while live. */
export function WhipStatistics() {
  const { t } = useTranslation('broadcast');
  const { isLive, figures } = useWhip();
  if (!isLive) return null;
  const or = (value: number | null | undefined, text: (known: number) => string) =>
    value === null || value === undefined ? t('whip.notKnown') : text(value);
  return (
    <Card aria-labelledby="whip-statistics">
      <CardHeader id="whip-statistics" title={t('statistics.title')} />
      <FigureList
        rows={[
          [t('statistics.sent'), formatBytes(figures?.sentBytes ?? 0)],
          [t('statistics.frames'), formatFigure(figures?.framesSent ?? 0)],
          [t('whip.framesPerSecond'), or(figures?.framesPerSecond, (fps) => formatFigure(fps))],
          [t('whip.roundTrip'), or(figures?.roundTripMs, (ms) => `${formatFigure(ms)} ms`)],
          [t('whip.packetsLost'), or(figures?.packetsLost, (count) => formatFigure(count))],
          [t('whip.packetsResent'), formatFigure(figures?.packetsResent ?? 0)],
          [t('whip.limitedBy'), t(`whip.limits.${figures?.limitedBy ?? 'none'}`)],
        ]}
      />
    </Card>
  );
}
