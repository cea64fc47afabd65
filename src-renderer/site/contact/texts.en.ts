import { addTexts } from '../../i18n/index.ts';

/** The contact page: document 3, section 2.10. */
export const contact = {
  meta: {
    title: 'Contact: SoundDesk',
    description:
      'Write to the makers of SoundDesk: questions, support, sales, licenses, partnership and press.',
  },
  title: 'Contact us',
  lead: 'Say what it is about, and we answer to your e-mail address within 24 hours.',
  form: {
    type: 'What it is about',
    types: {
      general: 'General question',
      support: 'Support',
      sales: 'Sales',
      license_request: 'License request',
      download_support: 'Help with a download',
      partnership: 'Partnership',
      media: 'Media and press',
    },
    name: 'Name',
    email: 'E-mail',
    subject: 'Subject',
    message: 'Message',
    homepage: 'Leave this empty',
    required: 'Fill this in.',
    tooLong: 'This is too long.',
    emailInvalid: 'Enter an e-mail address, such as name@example.com.',
    send: 'Send Message',
    sending: 'Sending …',
    unreached: 'The server was not reached. Nothing was sent; your text is still here: try again.',
  },
  licenceRequest: {
    subject: 'Request for a download link and a trial license',
    message:
      'Please send me a download link for the desktop app and a 7-day trial license key.\n\nMy system: ',
  },
  sent: {
    title: 'Message Sent!',
    text: "We'll get back to you within 24 hours.",
    again: 'Send another message',
  },
  none: {
    title: 'No messages from here',
    text: 'This SoundDesk has no server that could take a message ({{reason}}).',
  },
  ways: 'Other ways to reach us',
  hours: {
    title: 'Office hours',
    text: 'Monday to Friday, 9 AM to 6 PM EST.',
  },
  faq: {
    title: 'Before you write',
    items: {
      download: {
        question: 'Where do I get the desktop app?',
        answer:
          'From source today: the front page has the command. Ask here for a license key, and say which system you use.',
      },
      noise: {
        question: 'Something sounds wrong. What should I send?',
        answer:
          'The feedback form in Help & Support can attach diagnostics that you read beforehand. They say what devices, rates and latencies were in use, and hold no sound.',
      },
      delete: {
        question: 'How do I have my data shown or deleted?',
        answer: 'Write a general question from the address of your account. It is answered within 30 days.',
      },
    },
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    contact: typeof contact;
  }
}

addTexts('contact', contact);
