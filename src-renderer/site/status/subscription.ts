import { RpcError } from '../../../src-shared/contract/errors.ts';
import { SUBSCRIPTION_FAILED } from '../../../src-shared/domain/serviceStatus.ts';
import { createClientThunk, postToFunction } from '../../platform/index.ts';

export interface Subscription {
  email: string;
  /** The field that no person sees. */
  homepage: string;
}

/** What the links of the mails do, by the name of the query that carries their token. */
export const MAIL_LINKS = { confirm: 'confirm-status', unsubscribe: 'unsubscribe-status' } as const;
export type MailLink = keyof typeof MAIL_LINKS;

/** Asks for the mail that confirms; rejects with what the user can read. */
export const subscribe = createClientThunk<'sent' | 'unreached', Subscription>(
  'status/subscribe',
  async (subscription, { backend }) => {
    const body = { ...subscription, origin: location.origin };
    const posted = await postToFunction(backend, 'subscribe-status', body, { asVisitor: true });
    if (posted.kind === 'refused') throw new RpcError('INTERNAL', posted.message ?? SUBSCRIPTION_FAILED);
    return posted.kind;
  },
);

/** Does what the link of a mail is for. */
export const followMailLink = createClientThunk<'sent' | 'unreached', { link: MailLink; token: string }>(
  'status/followMailLink',
  async ({ link, token }, { backend }) => {
    const posted = await postToFunction(backend, MAIL_LINKS[link], { token }, { asVisitor: true });
    if (posted.kind === 'refused') throw new RpcError('INTERNAL', posted.message ?? SUBSCRIPTION_FAILED);
    return posted.kind;
  },
);
