import { addTexts } from '../../../i18n/index.ts';

const adminTaxes = {
  title: 'Taxes on invoices',
  hint: 'Prices include tax. An invoice shows net, rate and tax where a rate is set for the country of its customer, and keeps the rate of its day. SoundDesk knows no rates: ask whoever does your taxes.',
  rates: 'Tax rates',
  columns: { country: 'Country', name: 'Name', rate: 'Rate', from: 'Valid from', actions: 'Actions' },
  empty: 'No rate is set: invoices say nothing of tax.',
  country: 'Country',
  countryWrong: 'Two letters, e.g. DE',
  name: 'Name',
  nameWrong: 'E.g. VAT',
  percent: 'Rate in %',
  percentWrong: 'From 0 to 100, two decimals at most',
  from: 'Valid from',
  fromWrong: 'A day',
  add: 'Add rate',
  added: 'The rate is added. It counts for invoices from its day on.',
  remove: 'Delete',
  removeOf: 'Delete: {{country}}, {{date}}',
  removeAsk: 'Delete this tax rate?',
  removeMessage:
    '{{country}}, {{name}} {{percent}} %: it counts no more for new invoices. Those that are written keep it.',
  removed: 'The rate is deleted',
  seller: 'Who sells',
  sellerHint:
    'Used on future invoices. With your EU tax number, a customer in another EU country who gives one is billed by reverse charge.',
  sellerName: 'Name or company',
  address: 'Address',
  taxId: 'Tax or VAT number',
  save: 'Save',
  saved: 'The seller is kept',
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    adminTaxes: typeof adminTaxes;
  }
}

addTexts('adminTaxes', adminTaxes);
