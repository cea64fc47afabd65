import type { LegalDocument } from './legalDocument.ts';

/** The section that the choice is shown in. */
export const CHOICE_SECTION = 'your-choice';

export const COOKIE_POLICY: LegalDocument = {
  title: 'Cookie Policy',
  description:
    'What SoundDesk keeps in your browser, what it waits for your consent with, and how to change your mind.',
  updated: '2026-11-21',
  lead: 'SoundDesk sets no cookie of its own before you agree to one. What it must remember it keeps in the storage of your browser, which is not sent along with requests. This page says “cookie” for both.',
  sections: [
    {
      id: 'necessary',
      title: 'Necessary',
      paragraphs: [
        'Your session while you are signed in, your settings, and the choice that you make on this page. They need no consent, since nothing works without them.',
      ],
    },
    {
      id: 'optional',
      title: 'Optional',
      paragraphs: ['Two groups are off until you switch them on:'],
      list: [
        'preferences: what a public page remembers of you, for 60 days also whose affiliate link you followed;',
        'analytics: counting of visits by a web analytics service.',
      ],
    },
    {
      id: CHOICE_SECTION,
      title: 'Your choice',
      paragraphs: ['Taking consent back is as easy as giving it:'],
    },
    {
      id: 'third-parties',
      title: 'Services of others',
      paragraphs: [
        'Services of these kinds may keep something in your browser, each only when you use it or have agreed to it: authentication and database, payment, web analytics, support chat.',
      ],
    },
    {
      id: 'retention',
      title: 'How long they stay',
      paragraphs: [],
      table: {
        head: ['Group', 'Kept'],
        rows: [
          ['Session cookies', 'Until the browser closes'],
          ['Preference cookies', '1 year'],
          ['Analytics cookies', '2 years'],
        ],
      },
    },
    {
      id: 'browser',
      title: 'In your browser',
      paragraphs: [
        'Every browser shows and deletes what pages keep: in Chrome and Edge under Settings, Privacy and security, Site data; in Firefox under Settings, Privacy & Security, Cookies and Site Data; in Safari under Settings, Privacy, Manage Website Data.',
      ],
    },
    {
      id: 'deletion',
      title: 'What is lost with them',
      paragraphs: [
        'You are signed out. In the browser app your settings, presets and the counts of your sessions are gone, since they live nowhere else; the desktop app keeps them in files and loses nothing.',
      ],
    },
    {
      id: 'contact',
      title: 'Questions',
      paragraphs: ['Write to us by the contact page. We answer what concerns cookies within 48 hours.'],
    },
  ],
};
