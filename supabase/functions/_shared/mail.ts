/** Mail of a hosted project, by Resend's HTTP interface. */
import type { OutgoingMail } from './environment.ts';

const ENDPOINT = 'https://api.resend.com/emails';

/** Sends from an address of a domain that the service has verified. */
export function createMailer({ apiKey, from }: { apiKey: string; from: string }) {
  return async ({ to, subject, text }: OutgoingMail): Promise<void> => {
    const response = await fetch(ENDPOINT, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from, to: [to], subject, text }),
    });
    if (!response.ok) throw new Error(`the mail service answered ${response.status}`);
  };
}
