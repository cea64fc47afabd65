import { currentLanguage } from '../../lib/language.ts';

/** "$28", "$18.67": cents only where there are some. */
export function formatUsd(amount: number): string {
  const decimals = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat(currentLanguage(), {
    ...{ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
    ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  }).format(amount);
}
