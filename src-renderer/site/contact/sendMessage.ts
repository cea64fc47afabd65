import { CONTACT_FAILED, type ContactText, type ContactType } from '../../../src-shared/domain/contact.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { createClientThunk, postToFunction } from '../../platform/index.ts';

export interface ContactMessage extends ContactText {
  /** Stays the same until it was sent: what arrived without our hearing of it does not arrive twice. */
  id: string;
  contactType: ContactType;
  /** The field that no person sees. */
  homepage: string;
}

/** Sends a message of the contact form; rejects with what the user can read. */
export const sendMessage = createClientThunk<'sent' | 'unreached', ContactMessage>(
  'contact/send',
  async (message, { backend }) => {
    const posted = await postToFunction(backend, 'submit-contact', message, { asVisitor: false });
    if (posted.kind === 'refused') throw new RpcError('INTERNAL', posted.message ?? CONTACT_FAILED);
    return posted.kind;
  },
);
