import { useTranslation } from '../../lib/useTranslation.ts';
import type { AccountProblem } from '../../../src-shared/contract/broadcastAccounts.ts';

/** What a platform did not do, in the language that is spoken. */
export function useProblemWords(): (problem: AccountProblem) => string {
  const { t } = useTranslation('errors');
  // Not with the types of i18next: a union of all its keys is more than the compiler follows.
  const translate = t as unknown as (text: string, values: unknown) => string;
  return ({ text, values }) => translate(text, values);
}
