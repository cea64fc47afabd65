import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { formatDate } from '../../lib/dates.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { showNotice } from '../../ui/notice.ts';
import { useLazyReadAllInvoicesQuery, type Invoice } from './billingApi.ts';
import type { InvoicePageTexts } from './invoicePdf.ts';
import { formatUsd } from './money.ts';

/** Saves invoices as PDF: one, or all of them in one file, a page each. */
export function useInvoicePdf(organizationId: string) {
  const { t } = useTranslation('billing');
  const [busy, setBusy] = useState<string | null>(null);
  const [readAll] = useLazyReadAllInvoicesQuery();

  /** `what` is told apart in the buttons. */
  async function save(what: string, name: string, read: () => Promise<readonly Invoice[]>): Promise<void> {
    setBusy(what);
    try {
      const invoices = await read();
      const { makeInvoicePdf } = await import('./invoicePdf.ts');
      const bytes = await makeInvoicePdf(invoices.map((invoice) => textsOf(invoice, t)));
      saveBlob(new Blob([bytes.slice()], { type: 'application/pdf' }), `${name}.pdf`);
    } catch (error) {
      const message = (error as Partial<RpcFailure>).message ?? '';
      showNotice({ tone: 'error', title: t('history.pdfFailed'), message });
    } finally {
      setBusy(null);
    }
  }
  return {
    busy,
    saveOne: (invoice: Invoice) => save(invoice.id, invoice.number, () => Promise.resolve([invoice])),
    saveAll: () => save('all', t('history.allName'), () => readAll(organizationId).unwrap()),
  };
}

const dateOf = (text: string) => formatDate(Date.parse(text));

/** What stands on the page of an invoice. */
function textsOf(invoice: Invoice, t: TFunction<'billing'>): InvoicePageTexts {
  const { billed_to: to, plan_id: plan, cycle, seats, period_from: from, period_until: until } = invoice;
  const product =
    plan === null || cycle === null ? '' : `${t(`plans.${plan}`)}, ${t(`cycles.${cycle}`).toLowerCase()}`;
  const what = invoice.is_setup ? t('history.difference', { what: product }) : product;
  const period =
    from !== null && until !== null ? t('history.period', { from: dateOf(from), until: dateOf(until) }) : '';
  const isBack = invoice.refunded_usd > 0;
  const country = to.country === '' ? [] : [to.country];
  const taxId = to.tax_id === '' ? [] : [`${t('details.taxId')}: ${to.tax_id}`];
  return {
    title: t('pdf.title'),
    number: invoice.number,
    fromLabel: t('pdf.from'),
    from: [PRODUCT_NAME],
    toLabel: t('pdf.to'),
    to: [to.name || t('pdf.noName'), ...(to.address === '' ? [] : [to.address]), ...country, ...taxId],
    facts: [
      [t('history.columns.date'), dateOf(invoice.issued_at)],
      [t('history.columns.status'), t(`history.status.${invoice.status}`)],
      ...(invoice.paid_at === null ? [] : [[t('pdf.paidOn'), dateOf(invoice.paid_at)] as const]),
      [t('pdf.by'), 'PayPal'],
    ],
    columns: [t('history.columns.what'), t('current.seats'), t('current.price'), t('history.columns.amount')],
    row: [
      `${what}\n${period}`.trim(),
      seats === null ? '' : String(seats),
      invoice.unit_price_usd === null ? '' : formatUsd(invoice.unit_price_usd),
      formatUsd(invoice.amount_usd),
    ],
    sums: [
      [t('history.columns.amount'), formatUsd(invoice.amount_usd)],
      [t('history.tax'), formatUsd(0)],
      // The dash is one that the fonts of a PDF have.
      ...(isBack ? [[t('history.refundedTotal'), `\u2013${formatUsd(invoice.refunded_usd)}`] as const] : []),
      [t('pdf.total'), formatUsd(invoice.amount_usd - invoice.refunded_usd)],
    ],
    notes: [t('history.noTaxHint')],
  };
}
