import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { selectBroadcast, selectLive, selectView } from './broadcastSlice.ts';
import type { Destination } from './broadcastState.ts';
import { FigureList } from './FigureList.tsx';
import type { EncoderReport } from './broadcastState.ts';

/** How the encoder and each destination keep up: all of it measured. */
export function HealthCard() {
  const { t } = useTranslation('broadcast');
  const isLive = useSelector(selectLive) !== null;
  const destinations = useSelector(selectView)?.destinations ?? [];
  return (
    <Card aria-labelledby="broadcast-health">
      <CardHeader id="broadcast-health" title={t('health.title')} />
      {isLive ? (
        <div className="grid gap-4">
          <EncoderHealth />
          {destinations.map(
            (destination) =>
              destination.health && (
                <DestinationHealth key={destination.id} name={destination.name} health={destination.health} />
              ),
          )}
        </div>
      ) : (
        <p className="text-xs text-t3">{t('health.idle')}</p>
      )}
    </Card>
  );
}

function EncoderHealth() {
  const { t } = useTranslation('broadcast');
  const { encoder } = useSelector(selectBroadcast);
  return (
    <section aria-label={t('health.encoder')} className="grid gap-2">
      <h3 className="text-xs font-semibold text-t1">{t('health.encoder')}</h3>
      {encoder ? (
        <FigureList
          rows={[
            [t('health.composed'), formatFigure(encoder.composedFps, 1)],
            [t('health.lag'), t('health.ms', { value: formatFigure(encoder.lagMs) })],
            [t('health.late'), formatFigure(encoder.framesLate)],
            [t('health.dropped'), formatFigure(encoder.framesDropped)],
          ]}
        />
      ) : (
        <p className="text-xs text-t3">{t('health.elsewhere')}</p>
      )}
      {encoder && isTooSlow(encoder) && (
        <p role="alert" className="text-xs text-amb-text">
          {t('health.tooSlow')}
        </p>
      )}
    </section>
  );
}

/** More than this part of the frames is missing: viewers see it. */
const MOST_DROPPED = 0.05;

const isTooSlow = ({ framesMade, framesDropped }: EncoderReport) =>
  framesDropped > MOST_DROPPED * (framesMade + framesDropped);

function DestinationHealth({ name, health }: { name: string; health: NonNullable<Destination['health']> }) {
  const { t } = useTranslation('broadcast');
  const { kbps, acknowledgedBytes, openBytes, behindMs, groupsSkipped, reconnects } = health;
  return (
    <section aria-label={name} className="grid gap-2">
      <h3 className="truncate text-xs font-semibold text-t1">{name}</h3>
      <FigureList
        rows={[
          [t('health.rate'), t('platforms.kbps', { rate: formatFigure(kbps) })],
          [
            t('health.acknowledged'),
            acknowledgedBytes === null ? (
              <Unknown key="acknowledged" reason={t('health.notAcknowledged')} />
            ) : (
              formatBytes(acknowledgedBytes)
            ),
          ],
          [t('health.open'), formatBytes(openBytes)],
          [t('health.behind'), t('health.seconds', { value: formatFigure(behindMs / 1000, 1) })],
          [t('health.skipped'), formatFigure(groupsSkipped)],
          [t('health.reconnects'), formatFigure(reconnects)],
        ]}
      />
    </section>
  );
}
