import type { LegalDocument } from './legalDocument.ts';

export const PRIVACY_POLICY: LegalDocument = {
  title: 'Privacy Policy',
  description:
    'What SoundDesk knows of you, where it is kept, for how long, and how to have it shown or deleted.',
  updated: '2026-11-24',
  lead: 'Your sound and video are worked on where they were recorded: on your own computer. An account needs an e-mail address. That is most of it; the rest is below.',
  sections: [
    {
      id: 'audio-and-video',
      title: 'Your sound and your video',
      paragraphs: [
        'Noise cancellation, recording and cleaning of files run on your computer. Nothing of it is uploaded by SoundDesk. Sound that is cleaned live is not kept; recordings are files in a folder that you choose.',
        'Voice AI, where you use it, sends what you give it to the provider whose key you entered. The key is yours, is kept on your computer, and is never sent to our servers.',
      ],
    },
    {
      id: 'what-we-keep',
      title: 'What is kept on the server',
      paragraphs: ['With an account:'],
      list: [
        'account information: your e-mail address, your name if you gave one, and a password that only its hash is known of;',
        'licences: which key belongs to you, and the name and platform of each device that uses it;',
        'billing information: subscriptions, invoices, and what the payment provider tells us of a payment. Card numbers never reach us;',
        'by whose affiliate link you came, if by one: the affiliate sees a number and what it earned, neither your name nor your address;',
        'what you write to us: feedback, contact messages and requests, with the e-mail address that you gave;',
        'usage data, only where you have switched it on in the settings: when a session ran, for how long, and its measured figures. No sound.',
      ],
    },
    {
      id: 'third-parties',
      title: 'Who works for us',
      paragraphs: ['Services of these kinds see what they need for their work, and nothing else:'],
      list: [
        'database and authentication: your account;',
        'payment: your payments;',
        'voice AI: what you give it, with your own key;',
        'transcription and translation: what you give them, with your own key.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long it is kept',
      paragraphs: [],
      table: {
        head: ['What', 'How long'],
        rows: [
          ['Account information', 'While the account is active'],
          ['Usage data', '2 years'],
          [
            'E-mail address for news of incidents',
            'Until you unsubscribe; 48 hours if you do not confirm it',
          ],
          ['Billing information', '7 years, as the law asks'],
          ['Audio and video', 'Processed on your computer; not kept by us'],
        ],
      },
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      paragraphs: [
        'You may have your data shown, corrected, handed over in a common format, and deleted. Each request is answered within 30 days.',
        'With an account you download all of your data and delete the account by yourself, on the page GDPR data rights. It goes after 14 days, in which you can take it back; invoices and payments stay for 7 years, with the name and address written on them, as the law asks.',
        'Consent that you gave can be taken back as easily as it was given: in the settings, and for cookies on the page of the Cookie Policy.',
      ],
    },
    {
      id: 'children',
      title: 'Age',
      paragraphs: ['SoundDesk is for people who are 18 or older, or who have the consent of a parent.'],
    },
    {
      id: 'security',
      title: 'How it is protected',
      paragraphs: [
        'Each row in the database belongs to somebody, and the database itself checks who asks. Connections are encrypted. Licence keys are kept sealed; passwords only as hashes. The desktop app keeps keys in the keychain of the system.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      paragraphs: [
        'If this text changes in a way that matters, people with an account are notified 30 days before it counts.',
      ],
    },
  ],
};
