/** The start of a function on a hosted project: what the platform gives, made into the handler's environment. */
import type { JWK } from 'jose';
import type { ClientAddressRule, FunctionEnvironment, Handler } from './environment.ts';
import { createMailer, createMailProbe } from './mail.ts';
import { PAYPAL_API_BASES, payPalPlansSchema, type PayPalSettings } from './paypal/settings.ts';

/** What is used of Deno here. */
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

/** Listens where the platform says. Throws where a secret is missing, naming it: better at the start than at a call. */
export function serve(make: (environment: FunctionEnvironment) => Handler): void {
  const mailKey = Deno.env.get('RESEND_API_KEY');
  const previous = Deno.env.get('LICENCE_PREVIOUS_PUBLIC_JWK');
  const handler = make({
    url: secret('SUPABASE_URL'),
    fetch: (input, init) => fetch(input, init),
    serviceKey: secret('SUPABASE_SERVICE_ROLE_KEY'),
    licencePrivateJwk: JSON.parse(secret('LICENCE_PRIVATE_JWK')) as JWK,
    ...(previous ? { licencePreviousPublicJwk: JSON.parse(previous) as JWK } : {}),
    sealingSecret: secret('LICENCE_SEALING_SECRET'),
    addressSalt: secret('ADDRESS_SALT'),
    clientAddress: readClientAddress(),
    nowMs: Date.now,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    siteUrl: Deno.env.get('SITE_URL') ?? null,
    payPal: readPayPal(),
    sendMail: mailKey ? createMailer({ apiKey: mailKey, from: secret('MAIL_FROM') }) : null,
    probeMail: mailKey ? createMailProbe({ apiKey: mailKey }) : null,
    voiceUrls: readAddresses('VOICE_PROVIDER_URLS'),
  });
  Deno.serve(handler);
}

function secret(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`The secret ${name} is not set: see docs/guide/hosting.md.`);
  return value;
}

/**
 * A hosted project is behind Cloudflare, which writes this header itself, whatever a caller sent. Behind other proxies
 * it is named, with how many of them add an entry to it.
 */
function readClientAddress(): ClientAddressRule {
  const header = Deno.env.get('CLIENT_ADDRESS_HEADER') || 'cf-connecting-ip';
  const proxies = Number(Deno.env.get('TRUSTED_PROXIES') || '1');
  if (!/^[a-z][a-z-]*$/i.test(header) || !Number.isInteger(proxies) || proxies < 1 || proxies > 9)
    throw new Error(
      'CLIENT_ADDRESS_HEADER is the name of a header, TRUSTED_PROXIES a number from 1 to 9: see docs/guide/hosting.md.',
    );
  return { header, proxies };
}

/** Addresses over https, between spaces. */
function readAddresses(name: string): string[] {
  const addresses = (Deno.env.get(name) ?? '').split(/\s+/).filter(Boolean);
  for (const address of addresses)
    if (!address.startsWith('https://'))
      throw new Error(`${name} holds addresses that begin with https://: see docs/guide/hosting.md.`);
  return addresses;
}

/** The live account or the sandbox, by name: no other address can be set. */
function readPayPal(): PayPalSettings | null {
  const clientId = Deno.env.get('PAYPAL_CLIENT_ID');
  if (!clientId) return null;
  const name = secret('PAYPAL_ENVIRONMENT');
  if (name !== 'live' && name !== 'sandbox')
    throw new Error('PAYPAL_ENVIRONMENT is "live" or "sandbox": see docs/guide/hosting.md.');
  return {
    apiBase: PAYPAL_API_BASES[name],
    clientId,
    clientSecret: secret('PAYPAL_CLIENT_SECRET'),
    webhookId: secret('PAYPAL_WEBHOOK_ID'),
    planIds: payPalPlansSchema.parse(JSON.parse(secret('PAYPAL_PLAN_IDS'))),
    siteUrl: secret('SITE_URL'),
  };
}
