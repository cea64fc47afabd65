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

/** What a call costs: of less than a cent the two digits that say something. */
export function formatCost(usd: number): string {
  if (usd === 0 || usd >= 0.01) return format(usd, 2);
  return format(usd, Math.min(10, 1 - Math.floor(Math.log10(usd))));
}
