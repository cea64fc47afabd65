/** Mail of a hosted project, by Resend's HTTP interface. */
import type { OutgoingMail, Probe } from './environment.ts';

const API = 'https://api.resend.com';

/** Sends from an address of a domain that the service has verified. */
export function createMailer({ apiKey, from }: { apiKey: string; from: string }) {
  return async ({ to, subject, text, unsubscribeUrl, id }: OutgoingMail): Promise<void> => {
    const response = await fetch(`${API}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...(id === undefined ? {} : { 'idempotency-key': id }),
      },
      body: JSON.stringify({
        ...{ from, to: [to], subject, text },
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

/** Whether it answers and knows the key. One that may only send is refused by name, and sends none the less. */
export function createMailProbe({ apiKey }: { apiKey: string }, api = API): Probe {
  return async (signal) => {
    const response = await fetch(`${api}/domains`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal,
    });
    const told = (await response.json().catch(() => null)) as { name?: unknown } | null;
    return response.ok || (response.status === 401 && told?.name === 'restricted_api_key');
  };
}
