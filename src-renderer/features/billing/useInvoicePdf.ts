import { useState } from 'react';
import { useTranslation, type Translate } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { formatIsoDate } from '../../lib/dates.ts';
import { EXPORT_PAGE_SIZE, readPages } from '../../lib/readPages.ts';
import { formatFigure } from '../../lib/figures.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { showNotice } from '../../ui/notice.ts';
import type { ExportJob } from '../exports/index.ts';
import { useLazyReadInvoicesForFileQuery, type Invoice } from './billingApi.ts';
import { drawLetters } from './drawLetters.ts';
import type { InvoicePageTexts } from './invoicePdf.ts';
import { formatUsdCents } from '../../lib/money.ts';

/** Saves invoices as PDF: one, or all of them, a page each, at most `EXPORT_PAGE_SIZE` in a file. */
export function useInvoicePdf(organizationId: string) {
  const { t } = useTranslation('billing');
  const [busy, setBusy] = useState<string | null>(null);
  const [readPage] = useLazyReadInvoicesForFileQuery();

  async function save(invoices: readonly Invoice[], name: string): Promise<void> {
    const { makeInvoicePdf } = await import('./invoicePdf.ts');
    const texts = invoices.map((invoice) => textsOf(invoice, t));
    const bytes = await makeInvoicePdf(texts, drawLetters);
    saveBlob(new Blob([bytes.slice()], { type: 'application/pdf' }), `${name}.pdf`);
  }
  async function saveOne(invoice: Invoice): Promise<void> {
    setBusy(invoice.id);
    try {
      await save([invoice], invoice.number);
    } catch (error) {
      const message = (error as Partial<RpcFailure>).message ?? '';
      showNotice({ tone: 'error', title: t('history.pdfFailed'), message });
    } finally {
      setBusy(null);
    }
  }
  /** A PDF is made whole in memory, so that many invoices become several files. */
  async function saveAll({ signal, onRows }: ExportJob): Promise<void> {
    const read = (last: Invoice | null) =>
      readPage({ organizationId, after: last && { issuedAt: last.issued_at, id: last.id } }).unwrap();
    const allName = t('history.allName');
    let [rows, files] = [0, 0];
    for await (const page of readPages(read, signal)) {
      files += 1;
      const isOnly = files === 1 && page.length < EXPORT_PAGE_SIZE;
      await save(page, isOnly ? allName : `${allName}-${files}`);
      onRows((rows += page.length));
    }
  }
  return { busy, saveOne, saveAll };
}

/** What is on the page of an invoice. */
function textsOf(invoice: Invoice, t: Translate<'billing'>): InvoicePageTexts {
  const { billed_to: to, plan_id: plan, cycle, seats, period_from: from, period_until: until } = invoice;
  const product =
    plan === null || cycle === null ? '' : `${t(`plans.${plan}`)}, ${t(`cycles.${cycle}`).toLowerCase()}`;
  const what = invoice.is_setup ? t('history.difference', { what: product }) : product;
  const period =
    from !== null && until !== null
      ? t('history.period', { from: formatIsoDate(from), until: formatIsoDate(until) })
      : '';
  const isBack = invoice.refunded_usd > 0;
  return {
    title: t('pdf.title'),
    number: invoice.number,
    fromLabel: t('pdf.from'),
    from: partyOf(invoice.seller, PRODUCT_NAME, t),
    toLabel: t('pdf.to'),
    to: partyOf(to, t('pdf.noName'), t),
    facts: [
      [t('history.columns.date'), formatIsoDate(invoice.issued_at)],
      [t('history.columns.status'), t(`history.status.${invoice.status}`)],
      ...(invoice.paid_at === null ? [] : [[t('pdf.paidOn'), formatIsoDate(invoice.paid_at)] as const]),
      [t('pdf.by'), 'PayPal'],
    ],
    columns: [t('history.columns.what'), t('current.seats'), t('current.price'), t('history.columns.amount')],
    row: [
      `${what}\n${period}`.trim(),
      seats === null ? '' : String(seats),
      invoice.unit_price_usd === null ? '' : formatUsdCents(invoice.unit_price_usd),
      formatUsdCents(invoice.amount_usd),
    ],
    sums: [
      ...taxSumsOf(invoice, t),
      [t('history.columns.amount'), formatUsdCents(invoice.amount_usd)],
      // The dash is one that the fonts of a PDF have.
      ...(isBack
        ? [[t('history.refundedTotal'), `\u2013${formatUsdCents(invoice.refunded_usd)}`] as const]
        : []),
      // The sign alone is that of many currencies.
      [t('pdf.total'), `${formatUsdCents(invoice.amount_usd - invoice.refunded_usd)} USD`],
    ],
    notes: noteOf(invoice, t),
  };
}

function partyOf(
  { name, address, country, tax_id: taxId }: Invoice['seller'],
  nameless: string,
  t: Translate<'billing'>,
): string[] {
  const lines = [name || nameless, address, country, taxId === '' ? '' : `${t('details.taxId')}: ${taxId}`];
  return lines.filter((line) => line !== '');
}

/** Net and tax where the invoice says something of tax. */
function taxSumsOf(invoice: Invoice, t: Translate<'billing'>): [string, string][] {
  const { net_usd: net, tax_usd: tax, tax_name: name, tax_percent: percent } = invoice;
  if (net === null || tax === null) return [[t('history.tax'), formatUsdCents(0)]];
  const label =
    name === null || percent === null
      ? t('history.tax')
      : t('history.taxOf', { name, percent: formatFigure(percent, Number.isInteger(percent) ? 0 : 2) });
  return [
    [t('history.net'), formatUsdCents(net)],
    [label, formatUsdCents(tax)],
  ];
}

function noteOf({ tax_usd: tax, is_reverse_charge: isReverse }: Invoice, t: Translate<'billing'>): string[] {
  if (isReverse) return [t('history.reverseChargeNote')];
  return tax === null ? [t('history.noTaxHint')] : [];
}
