import { expect, it } from 'vitest';
import { contactHref, readPageContent } from './content.ts';

const section = { heading: '', text: '', items: [], link: null };

it('reads sections with headings, texts, lists and links', () => {
  const link = { label: 'Write', address: 'mailto:a@example.org' };
  expect(
    readPageContent({
      sections: [
        { heading: 'Us', text: 'We.' },
        { items: ['One', 'Two'], link },
      ],
    }),
  ).toEqual({
    sections: [
      { ...section, heading: 'Us', text: 'We.' },
      { ...section, items: ['One', 'Two'], link },
    ],
    unread: [],
  });
});

it('says what it does not draw', () => {
  expect(readPageContent({ intro: 'x', sections: [5, { text: 7, items: 'x', colour: 'red' }] })).toEqual({
    sections: [section],
    unread: ['sections[0]', 'sections[1].colour', 'sections[1].items', 'sections[1].text', 'intro'],
  });
  expect(readPageContent({ sections: 'x' }).unread).toEqual(['sections']);
  expect(readPageContent(null)).toEqual({ sections: [], unread: [] });
});

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'x',
  '',
  'mailto:a@example.org?subject=x%0D%0ABcc:b@evil.example',
  'mailto:a%0aBcc:b@evil.example',
  'mailto:a@example.org?attach=/etc/passwd',
  'https://example.org@evil.example/',
  'https://example.org\u0085evil',
  '/x\u0000',
])('makes no link of %j', (address) => {
  const { sections, unread } = readPageContent({ sections: [{ link: { label: 'x', address } }] });
  expect(sections[0]?.link).toBeNull();
  expect(unread).toEqual(['sections[0].link']);
});
it.each(['https://example.org/x', '/pricing', 'mailto:a@example.org'])('makes a link of %j', (address) => {
  expect(readPageContent({ sections: [{ link: { label: 'x', address } }] }).sections[0]?.link).toEqual({
    label: 'x',
    address,
  });
});

it.each([
  ['support@example.org', 'mailto:support@example.org'],
  ['https://example.org/help', 'https://example.org/help'],
  ['+1 (555) 010-20', 'tel:+155501020'],
  ['a%0d%0aBcc:b@evil.example', null],
  ['a%0d%0ab@example.org', 'mailto:a%250d%250ab@example.org'],
  ['a@example.org\u2028', null],
  ['javascript:alert(1)', null],
  ['http://example.org', null],
  ['a@example.org?bcc=b@example.org', null],
  ['Ask at the desk', null],
])('leads from the contact %j to %j', (value, href) => {
  expect(contactHref(value)).toBe(href);
});
