/** Events as PayPal signs them: RSA with SHA-256 over `id|time|webhook id|CRC-32 of the body`, the certificate at a URL. */
import { sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createCertificate, type TestCertificate } from './certificates.ts';

export interface PayPalEvent {
  id: string;
  event_version: '1.0';
  create_time: string;
  resource_type: string;
  event_type: string;
  summary: string;
  resource: Record<string, unknown>;
}

export interface SignedEvent {
  headers: Record<string, string>;
  body: string;
}

const YEAR_MS = 365 * 86_400_000;
let certificates: Record<'own' | 'foreign' | 'ended', TestCertificate> | null = null;

export function createPayPalSigner(apiBase: string, ownWebhookId: string, nowMs: () => number) {
  const now = Date.now();
  certificates ??= {
    own: createCertificate('messageverificationcerts.paypal.com', now - 5 * YEAR_MS, now + 100 * YEAR_MS),
    foreign: createCertificate('messageverificationcerts.paypal.com', now - 5 * YEAR_MS, now + 100 * YEAR_MS),
    ended: createCertificate('messageverificationcerts.paypal.com', now - 5 * YEAR_MS, now - 4 * YEAR_MS),
  };
  const known = certificates;
  return {
    certificate: (name: string) =>
      ({ 'CERT-360caa42-own': known.own.pem, 'CERT-360caa42-ended': known.ended.pem })[name] ?? null,

    sign(
      event: PayPalEvent,
      {
        webhookId = ownWebhookId,
        key = 'own',
      }: { webhookId?: string; key?: 'own' | 'foreign' | 'ended' } = {},
    ): SignedEvent {
      const body = JSON.stringify(event);
      const id = crypto.randomUUID();
      const time = new Date(nowMs()).toISOString().replace(/\.\d+Z$/, 'Z');
      const message = `${id}|${time}|${webhookId}|${crc32(body)}`;
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': `${apiBase}/v1/notifications/certs/CERT-360caa42-${key === 'ended' ? 'ended' : 'own'}`,
          'paypal-transmission-id': id,
          'paypal-transmission-sig': sign('sha256', Buffer.from(message), known[key].privateKey).toString(
            'base64',
          ),
          'paypal-transmission-time': time,
        },
      };
    },
  };
}
