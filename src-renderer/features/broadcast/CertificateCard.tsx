import { Download, ShieldCheck, X } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { BroadcastCertificate } from '../../../src-shared/contract/broadcast.ts';
import { formatFigure } from '../../lib/figures.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { certificateClosed, selectBroadcast, selectView } from './broadcastSlice.ts';

const TONES = { green: 'good', amber: 'warning', red: 'bad' } as const;

/** What each destination of the last broadcast got. */
export function CertificateCard() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { certificate } = useSelector(selectBroadcast);
  if (!certificate) return null;
  const save = () =>
    saveBlob(
      new Blob([JSON.stringify(certificate, null, 2)], { type: 'application/json' }),
      `broadcast-${certificate.startedAt.slice(0, 19).replaceAll(':', '-')}.json`,
    );
  return (
    <Card aria-labelledby="broadcast-certificate">
      <CardHeader
        id="broadcast-certificate"
        title={
          <span className="flex items-center gap-2">
            <ShieldCheck aria-hidden="true" className="size-4 text-t3" />
            {t('certificate.title')}
          </span>
        }
        actions={
          <IconButton
            label={t('certificate.close')}
            icon={<X aria-hidden="true" />}
            hasBorder={false}
            onClick={() => dispatch(certificateClosed())}
          />
        }
      />
      <p className="text-xs text-t2">
        {t('certificate.facts', {
          time: formatRecordedTime(certificate.durationSec),
          frames: formatFigure(certificate.framesMade),
        })}
        {certificate.framesHeld > 0 && ` ${t('certificate.held', { count: certificate.framesHeld })}`}
      </p>
      <ul className="my-3 grid gap-2">
        {certificate.destinations.map((destination) => (
          <DestinationLine key={destination.id} destination={destination} />
        ))}
      </ul>
      {certificate.events.length > 0 && (
        <ul className="mb-3 grid gap-1 text-xs text-t2">
          {certificate.events.map(({ kind, label, atSec }, index) => (
            <li key={index}>{t(`certificate.events.${kind}`, { at: formatRecordedTime(atSec), label })}</li>
          ))}
        </ul>
      )}
      <Button size="sm" onClick={save}>
        <Download aria-hidden="true" className="size-3.5" />
        {t('certificate.save')}
      </Button>
    </Card>
  );
}

function DestinationLine({ destination }: { destination: BroadcastCertificate['destinations'][number] }) {
  const { t } = useTranslation('broadcast');
  const known = useSelector(selectView)?.destinations.find(({ id }) => id === destination.id);
  const { grade, framesSent, framesAcknowledged, framesSkipped, reconnects, outages, reasons, sync } =
    destination;
  const facts = [
    t('certificate.sent', { count: framesSent }),
    ...(framesAcknowledged === null ? [] : [t('certificate.acknowledged', { count: framesAcknowledged })]),
    ...(framesSkipped === 0 ? [] : [t('certificate.skipped', { count: framesSkipped })]),
    ...(reconnects === 0 ? [] : [t('certificate.reconnects', { count: reconnects })]),
    ...(sync.startMs === null || sync.endMs === null
      ? []
      : [t('certificate.sync', { start: formatFigure(sync.startMs), end: formatFigure(sync.endMs) })]),
  ];
  return (
    <li className="grid gap-1 rounded-lg bg-inset px-3 py-2 text-xs">
      <span className="flex flex-wrap items-center gap-2">
        <b className="min-w-0 truncate font-medium text-t1">{known?.name ?? destination.address}</b>
        <Badge tone={TONES[grade]}>{t(`certificate.grades.${grade}`)}</Badge>
      </span>
      <span className="text-t2">{facts.join(' · ')}</span>
      {outages.map(({ message, fromSec }) => (
        <span key={fromSec} className="text-t2">
          {t('certificate.outage', { at: formatRecordedTime(fromSec), message })}
        </span>
      ))}
      {reasons.map((reason) => (
        <span key={reason} className="text-amb-text">
          {reason}
        </span>
      ))}
    </li>
  );
}
