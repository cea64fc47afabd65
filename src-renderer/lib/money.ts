import { currentLanguage } from './language.ts';

/** "$2.80", "$10.00": for columns of amounts. */
export const formatUsdCents = (usd: number): string =>
  new Intl.NumberFormat(currentLanguage(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  }).format(usd);
