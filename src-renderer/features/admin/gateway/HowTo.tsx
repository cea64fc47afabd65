import { useTranslation } from '../../../lib/useTranslation.ts';
import { Card, CardHeader } from '../../../ui/Card.tsx';

/** As it is sent: the header names are those that the function reads. */
const EXAMPLE = `curl -X POST "$WEBHOOK_URL" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "X-Webhook-Secret: $WEBHOOK_SECRET" \\
  -d '{"id": "evt-1", "type": "payment.received"}'`;

/** How the gateway is connected, step by step. */
export function HowTo() {
  const { t } = useTranslation('adminGateway');
  return (
    <Card>
      <CardHeader title={t('how.title')} />
      <ol className="grid list-decimal gap-1.5 pl-5 text-sm">
        <li>{t('how.steps.key')}</li>
        <li>{t('how.steps.secret')}</li>
        <li>{t('how.steps.call')}</li>
      </ol>
      <pre
        tabIndex={0}
        className="mt-3 overflow-x-auto rounded-lg border border-line2 bg-inset px-3 py-2.5 font-mono text-xs select-text"
      >
        {EXAMPLE}
      </pre>
      <p className="mt-3 text-xs text-t2">{t('how.effect')}</p>
    </Card>
  );
}
