import { describe, expect, it } from 'vitest';
import { COOKIE_POLICY } from './cookies.en.ts';
import { PRIVACY_POLICY } from './privacy.en.ts';
import { TERMS_OF_SERVICE } from './terms.en.ts';

const textOf = (document: object) => JSON.stringify(document);

describe('the legal pages state (document 3, sections 2.12 and 9)', () => {
  it.each([
    'for 14 days, without a card',
    'monthly or annually',
    'Within 30 days of a payment you get it back',
    'You are 18 or older, or have the consent of a parent',
    '99.9 percent',
    'Paid subscribers have priority support',
    '30 days’ notice',
    'answered within 30 days',
    'in the 12 months before',
    'You answer for having the consent of the people whom you record',
  ])('in the terms: %s', (fact) => expect(textOf(TERMS_OF_SERVICE)).toContain(fact));

  it.each([
    '["Usage data","2 years"]',
    '["Billing information","7 years, as the law asks"]',
    'Each request is answered within 30 days',
  ])('in the privacy policy: %s', (fact) => expect(textOf(PRIVACY_POLICY)).toContain(fact));

  it.each([
    '["Session cookies","Until the browser closes"]',
    '["Preference cookies","1 year"]',
    '["Analytics cookies","2 years"]',
    'authentication and database, payment, web analytics, support chat',
    'in Firefox under Settings',
    'You are signed out',
    'within 48 hours',
  ])('in the cookie policy: %s', (fact) => expect(textOf(COOKIE_POLICY)).toContain(fact));

  it('names providers by kind alone', () => {
    const all = textOf([TERMS_OF_SERVICE, PRIVACY_POLICY, COOKIE_POLICY]);
    expect(all).not.toMatch(/supabase|paypal|elevenlabs|openai|stripe/i);
    for (const kind of ['authentication', 'payment', 'voice AI', 'transcription'])
      expect(all).toContain(kind);
  });
});
