import { Download, RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import { diagnosticsText } from '../../../src-shared/domain/diagnostics.ts';
import { MAX_FEEDBACK_DIAGNOSTICS_LENGTH } from '../../../src-shared/domain/feedback.ts';
import { PRODUCT_PREFIX } from '../../../src-shared/domain/product.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { createClientThunk } from '../../platform/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { LabelledSwitch, ReportText } from './reportParts.tsx';

export const readDiagnostics = createClientThunk(
  'help/readDiagnostics',
  async (withDeviceNames: boolean, { client }) =>
    diagnosticsText(unwrap(await client.call('diagnostics.read', { withDeviceNames }))).slice(
      0,
      MAX_FEEDBACK_DIAGNOSTICS_LENGTH,
    ),
  'inPlace',
);

interface DiagnosticsCardProps {
  canAttach: boolean;
  /** Hears the text that goes with the feedback, word for word as it is shown; null where none does. */
  onAttach: (text: string | null) => void;
}

/** Shows all of what could be sent, before anything is. */
export function DiagnosticsCard({ canAttach, onAttach }: DiagnosticsCardProps) {
  const { t } = useTranslation('help');
  const { report, read } = useDiagnostics();
  const [withNames, setWithNames] = useState(false);
  const [isAttached, setAttached] = useState(false);
  const text = report?.status === 'ready' ? report.data : null;
  useEffect(() => {
    onAttach(isAttached ? text : null);
  }, [isAttached, text, onAttach]);
  return (
    <Card aria-labelledby="diagnostics-title">
      <CardHeader id="diagnostics-title" title={t('diagnostics.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <p className="text-t2">{t('diagnostics.message')}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
          <Button size="sm" isBusy={report?.status === 'loading'} onClick={() => void read(withNames)}>
            {text !== null && <RefreshCw aria-hidden="true" className="size-3.5" />}
            {text === null ? t('diagnostics.show') : t('diagnostics.refresh')}
          </Button>
          <LabelledSwitch
            label={t('diagnostics.withNames')}
            isOn={withNames}
            onChange={(isOn) => {
              setWithNames(isOn);
              if (text !== null) void read(isOn);
            }}
          />
        </div>
        {report?.status === 'failed' && (
          <MessageBox tone="error" hint={report.error.message}>
            {t('diagnostics.failed')}
          </MessageBox>
        )}
        {text !== null && (
          <>
            <ReportText label={t('diagnostics.text')} text={text} />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <Button
                size="sm"
                onClick={() =>
                  saveBlob(new Blob([text], { type: 'text/plain' }), `${PRODUCT_PREFIX}-diagnostics.txt`)
                }
              >
                <Download aria-hidden="true" className="size-3.5" />
                {t('diagnostics.save')}
              </Button>
              {canAttach && (
                <LabelledSwitch label={t('diagnostics.attach')} isOn={isAttached} onChange={setAttached} />
              )}
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

function useDiagnostics() {
  const dispatch = useAppDispatch();
  const [report, setReport] = useState<Loadable<string> | null>(null);
  const latest = useRef(0);
  const read = async (withDeviceNames: boolean) => {
    const number = (latest.current += 1);
    setReport(LOADING);
    const outcome = await dispatch(readDiagnostics(withDeviceNames));
    // The switch was turned meanwhile: what it says now is read by another call.
    if (number !== latest.current) return;
    setReport(
      readDiagnostics.fulfilled.match(outcome)
        ? { status: 'ready', data: outcome.payload }
        : { status: 'failed', error: failureOf(outcome) },
    );
  };
  return { report, read };
}
