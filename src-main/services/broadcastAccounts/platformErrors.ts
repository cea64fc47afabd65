import type { AccountProblem } from '../../../src-shared/contract/broadcastAccounts.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith, sentenceOf, type ErrorText } from '../../../src-shared/contract/errorTexts.ts';
import { platformOf } from '../../../src-shared/domain/broadcast/platforms.ts';
import type { AccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';

type AccountText = Extract<ErrorText, `account${string}`>;

const CODES: Partial<Record<AccountText, 'ACCOUNT_NOT_CONNECTED' | 'SERVER_UNREACHABLE'>> = {
  accountNotConnected: 'ACCOUNT_NOT_CONNECTED',
  accountRevoked: 'ACCOUNT_NOT_CONNECTED',
  accountUnreachable: 'SERVER_UNREACHABLE',
};

/** What a platform did not do. */
export function platformError(
  platform: AccountPlatform,
  text: AccountText,
  values: Record<string, string | number> = {},
  cause?: unknown,
): RpcError {
  // Which values a sentence has is checked where it is written (i18n/complete.test.ts), not by its type here.
  return failWith(CODES[text] ?? 'ACCOUNT_REFUSED', text as 'accountFailed', {
    values: { platform: platformOf(platform).name, ...values } as { platform: string; status: string },
    cause,
  });
}

/** Which of our sentences it is; null: a mistake of ours. */
export function problemOf(error: unknown): AccountProblem | null {
  return error instanceof RpcError ? sentenceOf(error.toFailure()) : null;
}

export const isProblem = (error: unknown, text: AccountText): boolean => problemOf(error)?.text === text;
