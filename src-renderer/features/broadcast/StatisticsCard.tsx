import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { isOnAir } from '../../../src-shared/domain/broadcast/states.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { useTotalViewers } from '../broadcastAccounts/index.ts';
import { selectLive, selectView } from './broadcastSlice.ts';
import { FigureList } from './FigureList.tsx';

/** Only while live: all of it counted by the host. */
export function StatisticsCard() {
  const { t } = useTranslation('broadcast');
  const view = useSelector(selectView);
  const live = useSelector(selectLive);
  const viewers = useTotalViewers();
  const health = view?.destinations.flatMap((destination) => destination.health ?? []) ?? [];
  const sum = (of: (one: (typeof health)[number]) => number) =>
    health.reduce((total, one) => total + of(one), 0);
  return (
    <Card aria-labelledby="broadcast-statistics">
      <CardHeader id="broadcast-statistics" title={t('statistics.title')} />
      <FigureList
        rows={[
          [
            t('statistics.viewers'),
            viewers === null ? (
              <Unknown key="viewers" reason={t('statistics.viewersUnknown')} />
            ) : (
              formatFigure(viewers)
            ),
          ],
          [
            t('statistics.connected'),
            t('statistics.connectedOf', {
              count: health.filter(({ state }) => isOnAir(state)).length,
              all: health.length,
            }),
          ],
          [t('statistics.rate'), t('platforms.kbps', { rate: formatFigure(sum(({ kbps }) => kbps)) })],
          [t('statistics.sent'), formatBytes(sum(({ sentBytes }) => sentBytes))],
          [t('statistics.frames'), formatFigure(live?.framesMade ?? 0)],
        ]}
      />
    </Card>
  );
}
