import './texts.ts';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDate } from '../../../lib/dates.ts';
import { formatFigure } from '../../../lib/figures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ListFailure, Table, useAct } from '../../../ui/list/index.ts';
import { RateForm } from './RateForm.tsx';
import { SellerForm } from './SellerForm.tsx';
import {
  useListTaxRatesQuery,
  useReadSellerQuery,
  useRemoveTaxRateMutation,
  type TaxRate,
} from './taxesApi.ts';

/** Rates and seller of the invoices, kept by super admins. */
export function TaxCard() {
  const { t } = useTranslation('adminTaxes');
  const rates = useListTaxRatesQuery(undefined, { refetchOnMountOrArgChange: true });
  const seller = useReadSellerQuery(undefined, { refetchOnMountOrArgChange: true });
  const error = rates.error ?? seller.error;
  if (error !== undefined)
    return (
      <ListFailure
        error={error}
        onRetry={() => {
          void rates.refetch();
          void seller.refetch();
        }}
      />
    );
  if (rates.data === undefined || seller.data === undefined) return <Skeleton className="h-64 rounded-xl" />;
  return (
    <Card aria-labelledby="taxes">
      <CardHeader id="taxes" title={t('title')} />
      <p className="max-w-[80ch] text-t2">{t('hint')}</p>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Rates rates={rates.data} />
          <RateForm />
        </div>
        <SellerForm kept={seller.data} />
      </div>
    </Card>
  );
}

const COLUMNS = ['country', 'name', 'rate', 'from', 'actions'] as const;

function Rates({ rates }: { rates: readonly TaxRate[] }) {
  const { t } = useTranslation('adminTaxes');
  if (rates.length === 0) return <p className="text-t3">{t('empty')}</p>;
  return (
    <Table
      label={t('rates')}
      className="rounded-lg border border-line2"
      cell="px-3 py-2"
      bodyClassName="divide-y divide-line"
      columns={COLUMNS.map((id) => ({ id, text: t(`columns.${id}`) }))}
    >
      {rates.map((rate) => (
        <RateRow key={rate.id} rate={rate} />
      ))}
    </Table>
  );
}

function RateRow({ rate: { id, country, name, rate_percent: rate, valid_from: from } }: { rate: TaxRate }) {
  const { t } = useTranslation(['adminTaxes', 'common']);
  const act = useAct();
  const [remove, { isLoading }] = useRemoveTaxRateMutation();
  const [asks, setAsks] = useState(false);
  const percent = formatFigure(rate, Number.isInteger(rate) ? 0 : 2);
  const date = formatDate(Date.parse(`${from}T12:00:00`));
  return (
    <tr>
      <th scope="row" className="px-3 py-2 font-medium">
        {country}
      </th>
      <td data-label={t('adminTaxes:columns.name')} className="px-3 py-2">
        {name}
      </td>
      <td data-label={t('adminTaxes:columns.rate')} className="px-3 py-2 whitespace-nowrap tabular-nums">
        {percent} %
      </td>
      <td data-label={t('adminTaxes:columns.from')} className="px-3 py-2 whitespace-nowrap">
        {date}
      </td>
      <td className="px-3 py-2">
        <Button
          size="sm"
          variant="danger"
          isBusy={isLoading}
          aria-label={t('adminTaxes:removeOf', { country, date })}
          onClick={() => setAsks(true)}
        >
          {t('adminTaxes:remove')}
        </Button>
        <ConfirmDialog
          isOpen={asks}
          onOpenChange={setAsks}
          title={t('adminTaxes:removeAsk')}
          description={t('adminTaxes:removeMessage', { country, name, percent })}
          confirmLabel={t('adminTaxes:remove')}
          cancelLabel={t('common:cancel')}
          isDestructive
          onConfirm={() => void act(remove(id), t('adminTaxes:removed'))}
        />
      </td>
    </tr>
  );
}
