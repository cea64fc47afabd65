import { currentLanguage } from './language.ts';

/** "$28", "$18.67": cents only where there are some. */
export const formatUsd = (amount: number): string => format(amount, Number.isInteger(amount) ? 0 : 2);

/** "$2.80", "$10.00": for columns of amounts. */
export const formatUsdCents = (amount: number): string => format(amount, 2);

function format(amount: number, decimals: number): string {
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount);
}
