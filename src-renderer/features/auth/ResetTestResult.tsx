import { useTranslation } from '../../lib/useTranslation.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { MAIL_NOT_CONFIGURED } from './authTexts.ts';

export interface TestResult {
  status: 'success' | 'failed' | 'validation' | 'network';
  message: string;
  atMs: number;
  /** null where nothing was sent. */
  tookMs: number | null;
  details: Record<string, unknown> | null;
}

/** What came of the last test. */
export function ResetTestResult({ result, isRunning }: { result: TestResult | null; isRunning: boolean }) {
  const { t } = useTranslation('resetTest');
  return (
    <Card aria-labelledby="reset-result" aria-live="polite" aria-busy={isRunning}>
      <CardHeader id="reset-result" title={t('result.title')} />
      {isRunning ? (
        <p className="flex items-center gap-2 text-t2">
          <Spinner /> {t('result.running')}
        </p>
      ) : result ? (
        <ResultRows result={result} />
      ) : (
        <p className="text-t2">{t('result.empty')}</p>
      )}
    </Card>
  );
}

function ResultRows({ result }: { result: TestResult }) {
  const { t } = useTranslation('resetTest');
  const time = new Date(result.atMs).toLocaleTimeString();
  const rows = [
    [
      t('result.status'),
      <Badge key="status" tone={result.status === 'success' ? 'good' : 'bad'}>
        {t(`status.${result.status}`)}
      </Badge>,
    ],
    [t('result.message'), result.message],
    [
      t('result.time'),
      result.tookMs === null ? time : t('result.took', { time, milliseconds: result.tookMs }),
    ],
  ] as const;
  return (
    <>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[6rem_1fr]">
        {rows.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-t3">{term}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {result.message === MAIL_NOT_CONFIGURED && <p className="mt-3 text-t2">{t('hint')}</p>}
      {result.details && (
        <details className="mt-4">
          <summary className="cursor-pointer rounded text-t2 hover:text-t1">{t('result.details')}</summary>
          <pre
            tabIndex={0}
            className="mt-2 overflow-x-auto rounded-lg bg-inset p-3 font-mono text-xs leading-relaxed text-t2"
          >
            {JSON.stringify(result.details, null, 2)}
          </pre>
        </details>
      )}
    </>
  );
}
