import { addTexts } from '../../i18n/index.ts';

/** The documentation and the help centre: document 3, sections 2.7 and 2.8. */
export const docs = {
  documentation: {
    metaTitle: 'Documentation: SoundDesk',
    description:
      'How SoundDesk works and how to use it: first sound, presets, recordings, plug-ins, the command line, accounts and privacy.',
    title: 'Documentation',
    lead: '{{count}} short articles covering every feature. They also come with the app and work offline.',
    sections: {
      'getting-started': {
        title: 'Getting started',
        text: 'From the first clean sound to your account, and what to do when something does not work.',
      },
      features: { title: 'Features', text: 'What can be done to a voice, and how a recording is kept safe.' },
      integrations: {
        title: 'Integrations',
        text: 'With the programs, plug-ins and providers that you use already.',
      },
      api: { title: 'API', text: 'Clean and record from scripts, with figures that a program can read.' },
    },
    examples: {
      clean: 'Clean a recording for a podcast',
      figures: 'The same with its figures, as JSON',
      verify: 'Prove that recordings are whole',
    },
    more: { title: 'More articles', text: 'Added since; not included in the app.' },
    sdk: 'There are no SDKs yet. Whatever starts a program and reads JSON can use the command line.',
  },
  help: {
    metaTitle: 'Help Center: SoundDesk',
    description: 'Answers to what is asked most about SoundDesk, articles by subject, and how to reach us.',
    title: 'How can we help?',
    categories: {
      begin: 'Getting started',
      sound: 'Sound and programs',
      recordings: 'Recordings',
      account: 'Account and privacy',
    },
    tutorials: {
      title: 'Tutorials',
      featured: 'Featured',
      newTab: 'opens in a new tab',
      types: { video: 'Video', article: 'Article', interactive: 'To try' },
      levels: { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' },
      views_one: '{{count}} view',
      views_other: '{{count}} views',
    },
    popular: {
      title: 'Popular articles',
      empty: 'No article has been read yet. Those read most are listed here.',
    },
    questions: 'What is asked most',
    more: 'More: {{title}}',
    quickLinks: 'Quick links',
    channels: {
      title: 'Not found?',
      message: {
        title: 'E-mail',
        text: 'Write to us, and we answer within 24 hours.',
        action: 'Write a message',
      },
      chat: {
        title: 'Live chat',
        text: 'The assistant on this page answers at any time. It is a program: nobody else is in the chat. People are there Monday to Friday, 9 AM to 6 PM EST.',
        action: 'Open the contact page',
      },
      feedback: {
        title: 'From the app',
        text: 'Feedback can include diagnostics, which you read first. They contain no sound.',
        action: 'Open Help & Support',
      },
      documentation: {
        title: 'Documentation',
        text: 'Every article, by section, to read from the beginning.',
        action: 'Open the documentation',
      },
    },
  },
  search: {
    label: 'Search the help',
    placeholder: 'Search articles and questions',
    clear: 'Clear the search',
    results_one: '{{count}} result for “{{query}}”',
    results_other: '{{count}} results for “{{query}}”',
    none: 'Nothing was found for “{{query}}”',
    noneMessage: 'Try fewer or other words.',
    ask: 'Ask us',
    kinds: { article: 'Article', question: 'Question' },
    list: 'Results',
  },
  article: {
    contents: 'Articles',
    where: 'Where you are',
    backToSearch: 'Search results',
    print: 'Print',
    onPage: 'On this page',
    more: 'More articles',
    wrong: 'Is something missing or wrong here?',
    write: 'Tell us',
    table: 'Table',
    failed: 'The article could not be read',
    english: 'The articles are in English.',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    docs: typeof docs;
  }
}

addTexts('docs', docs);
