import { describe, expect, it } from 'vitest';
import { contactMessage, contactTypeOf } from './contact.ts';

describe('the type that an address asks for', () => {
  it.each([
    ['download_request', 'license_request'],
    ['license_request', 'license_request'],
    ['media', 'media'],
    ['', null],
    ['<script>', null],
    [null, null],
  ])('%j is %j', (query, type) => {
    expect(contactTypeOf(query)).toBe(type);
  });
});

it('bundles name, address, subject and text', () => {
  expect(contactMessage({ name: 'Ada', email: 'ada@example.org', subject: 'Hum', message: 'It hums.' })).toBe(
    'Name: Ada\nEmail: ada@example.org\nSubject: Hum\n\nIt hums.',
  );
});
