/** Mail of a hosted project, by Resend's HTTP interface. */
import { hasControls, oneLineOf } from '../../../src-shared/domain/addresses.ts';
import type { OutgoingMail, Probe } from './environment.ts';

const API = 'https://api.resend.com';

/**
 * A mail whose headers are what they say: what is in the subject is one line, no matter who wrote it (a workspace's name, an
 * incident's title); an address that is more than one line is refused.
 */
export function withPlainHeaders<Kind extends Pick<OutgoingMail, 'to' | 'subject' | 'unsubscribeUrl'>>(
  mail: Kind,
): Kind {
  for (const [name, value] of Object.entries({ to: mail.to, unsubscribeUrl: mail.unsubscribeUrl ?? '' }))
    if (hasControls(value) || /[<>,;\s]/.test(value))
      throw new Error(`the mail’s field "${name}" holds more than one address`);
  return { ...mail, subject: oneLineOf(mail.subject) };
}

/** Sends from an address of a domain that the service has verified. */
export function createMailer({ apiKey, from }: { apiKey: string; from: string }) {
  return async (mail: OutgoingMail): Promise<void> => {
    const { to, subject, text, unsubscribeUrl, id } = withPlainHeaders(mail);
    const response = await fetch(`${API}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...(id === undefined ? {} : { 'idempotency-key': id }),
      },
      body: JSON.stringify({
        from,
        to: [to],
        subject,
        text,
        ...(unsubscribeUrl === undefined
          ? {}
          : {
              headers: {
                'List-Unsubscribe': `<${unsubscribeUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              },
            }),
      }),
    });
    if (!response.ok) throw new Error(`the mail service answered ${response.status}`);
  };
}

/** Whether it answers and knows the key. One that may only send is refused by name, and sends nevertheless. */
export function createMailProbe({ apiKey }: { apiKey: string }, api = API): Probe {
  return async (signal) => {
    const response = await fetch(`${api}/domains`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal,
    });
    const reported = (await response.json().catch(() => null)) as { name?: unknown } | null;
    return response.ok || (response.status === 401 && reported?.name === 'restricted_api_key');
  };
}
