import { addTexts } from '../../i18n/index.ts';

/** The GDPR page: document 3, sections 2.11 and 9. */
export const gdpr = {
  meta: {
    title: 'GDPR data rights: SoundDesk',
    description:
      'Your rights over your data, what SoundDesk keeps of you, and how to have it shown, corrected, handed over or deleted.',
  },
  title: 'Your data is yours',
  lead: 'See what is kept of you, take it with you, or have it deleted. Every request is processed within 30 days.',
  tabs: { label: 'GDPR data rights', rights: 'Your Rights', data: 'Your Data', requests: 'Data Requests' },
  rights: {
    access: {
      title: 'Access',
      text: 'See what is kept of you. With an account, download all of it at once.',
    },
    rectification: {
      title: 'Rectification',
      text: 'Have mistakes corrected. You change your name and address yourself.',
    },
    erasure: {
      title: 'Erasure',
      text: 'Have your data deleted. With an account you delete it yourself; it goes after a wait of {{days}} days.',
    },
    portability: {
      title: 'Portability',
      text: 'Take your data elsewhere, as JSON that any program can read.',
    },
    consent: {
      title: 'Taking back consent',
      text: 'As easily as it was given: for cookies on the Cookie Policy, for usage figures in the settings.',
    },
    complaint: {
      title: 'Complaint',
      text: 'Turn to the data protection authority of your country, whether or not you have asked us first.',
    },
  },
  data: {
    table: 'What is kept of you, and for how long',
    head: { what: 'What', contents: 'What is in it', kept: 'How long' },
    rows: {
      account: {
        what: 'Account information',
        contents: 'E-mail address, name if you gave one, licenses and the names of devices that use them',
        kept: 'While the account is active',
      },
      usage: {
        what: 'Usage data',
        contents: 'When a session ran, how long, and its measured figures; only where you switched it on',
        kept: '2 years',
      },
      media: {
        what: 'Audio and video content',
        contents: 'Nothing: it is processed on your own computer and is not sent to us',
        kept: 'Not kept by us',
      },
      billing: {
        what: 'Billing information',
        contents: 'Subscriptions and invoices; card numbers never reach us',
        kept: '7 years, as the law asks',
      },
      messages: {
        what: 'What you write to us',
        contents: 'Feedback, messages and requests, with the address that you gave',
        kept: 'Until it is settled, or your account goes',
      },
    },
    local:
      'Settings, presets, recordings and the journal are on your own computer. They are not in the download and we cannot delete them: delete them there.',
  },
  officer: {
    title: 'Data protection officer',
    text: 'Responds within {{hours}} hours. Write by the contact form, and begin the subject with “Data protection”.',
    action: 'Write a message',
  },
  form: {
    title: 'Ask for it',
    lead: 'For everybody, with an account and without.',
    type: 'What you ask for',
    choose: 'Choose …',
    types: {
      access: 'Access: what is kept of me',
      rectification: 'Rectification: something is wrong',
      erasure: 'Erasure: delete my data',
      portability: 'Portability: hand my data over',
    },
    email: 'E-mail',
    emailHint: 'The answer goes there. It must be the address that the data belongs to.',
    emailInvalid: 'Enter an e-mail address, such as name@example.com.',
    details: 'Details (optional)',
    tooLong: 'This is too long.',
    homepage: 'Leave this empty',
    send: 'Submit Request',
    sending: 'Sending …',
    unreached: 'The server was not reached. Nothing was sent; your text is still here: try again.',
  },
  sent: {
    title: 'Request Submitted',
    text: 'It is processed within 30 days, and you hear from us at the address that you gave.',
    again: 'Submit another request',
  },
  own: {
    title: 'Your account',
    signedIn: 'Signed in as {{email}}.',
    signedOut: 'Sign in to download all your data or delete your account here yourself.',
    signIn: 'Sign In',
    download: 'Download my data',
    downloaded: 'Your data was downloaded as {{name}}.',
    progress: 'Reading: {{rows}} entries so far',
    givenUp: 'Download canceled. No file was saved.',
    downloadFailed: 'Your data could not be read: {{reason}}',
    delete: 'Delete my account',
    deleteQuestion: 'Delete your account?',
    deleteMessage:
      'It goes after {{days}} days, with your licenses, messages and usage data. Until then you can take it back here. A subscription that still runs is canceled at PayPal on that day: to stop paying sooner, cancel it first on the Billing page. Invoices and payments stay for 7 years with the name and address written on them, as the law asks.',
    deleteConfirm: 'Delete my account',
    keep: 'Keep it',
    deleteFailed: 'Your account was not marked for deletion: {{reason}}',
    due: 'Your account is deleted on {{day}}. Until then everything works as before.',
    takeBack: 'Keep my account',
    takeBackFailed: 'The deletion could not be taken back: {{reason}}',
    kept: 'Your account stays.',
  },
  cases: {
    title: 'Your requests',
    states: { pending: 'Received', in_progress: 'In progress', done: 'Done' },
    by: 'To be settled by {{day}}',
  },
  none: {
    title: 'No requests from here',
    text: 'This SoundDesk has no server that keeps data of you ({{reason}}).',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    gdpr: typeof gdpr;
  }
}

addTexts('gdpr', gdpr);
