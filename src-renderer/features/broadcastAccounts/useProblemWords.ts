import { useTranslation } from 'react-i18next';
import type { AccountProblem } from '../../../src-shared/contract/broadcastAccounts.ts';
import type { ErrorPlaceholder } from '../../../src-shared/contract/errorTexts.ts';

/** What a platform did not do, in the language that is spoken. */
export function useProblemWords(): (problem: AccountProblem) => string {
  const { t } = useTranslation('errors');
  return ({ text, values }) => t(text, values as Record<ErrorPlaceholder, string>);
}
