import { addTexts } from '../../i18n/index.ts';

const help = {
  title: 'Help & Support',
  subtitle: 'Answers, articles that work without a network, and a way to tell us something.',
  tabs: { label: 'Help & Support', faq: 'FAQ', feedback: 'Feedback', resources: 'Resources' },
  search: {
    label: 'Search the help',
    placeholder: 'Search questions and articles',
    clear: 'Clear the search',
    results_one: '{{count}} result for “{{query}}”',
    results_other: '{{count}} results for “{{query}}”',
    none: 'Nothing was found for “{{query}}”',
    noneMessage: 'Try fewer or other words. If your question is not answered here, ask it as feedback.',
    ask: 'Write feedback',
    kinds: { article: 'Article', question: 'Question' },
    list: 'Results',
  },
  faq: { readMore: 'Read more: {{title}}' },
  guide: {
    title: 'User Guide',
    count_one: '{{count}} article',
    count_other: '{{count}} articles',
    back: 'Help & Support',
    parts: {
      begin: 'To begin with',
      sound: 'The sound',
      recordings: 'Recordings',
      account: 'Account and privacy',
      help: 'If something is wrong',
    },
  },
  article: {
    back: 'User Guide',
    backToSearch: 'Search results',
    print: 'Print',
    previous: 'Before: {{title}}',
    next: 'Next: {{title}}',
    more: 'More articles',
    unknown: 'There is no such article',
    unknownMessage: 'It may have been renamed. The User Guide lists all that there are.',
    wrong: 'Is something missing or wrong here?',
    tell: 'Tell us',
    table: 'Table',
  },
  resources: {
    guide: {
      title: 'User Guide',
      message: 'Short articles on everything that there is. They come with the app and need no network.',
      action: 'Open the User Guide',
    },
    videos: {
      title: 'Video Tutorials',
      message: 'Films that show how it is done.',
      action: 'Watch tutorials',
      none: 'There are no video tutorials yet. The User Guide says the same in words.',
      loading: 'Looking for tutorials…',
      failed: 'The tutorials could not be looked up: {{reason}}',
      noServer: 'Tutorials come from the account server, and there is none here.',
    },
    community: {
      title: 'Community Forum',
      message: 'There is no forum yet. Ideas and questions reach us as feedback.',
      action: 'Share an idea',
    },
    contact: {
      title: 'Contact Support',
      message: 'Write to us with your address, and we can answer. Diagnostics help us to help.',
      action: 'Write to support',
    },
  },
  feedback: {
    title: 'Send feedback',
    message: 'What is good, what is missing, what does not work. We read all of it.',
    type: 'What is it about?',
    types: { general: 'General', bug: 'Bug', feature: 'Feature', performance: 'Performance' },
    rating: 'Rating',
    ratingHint: 'optional',
    ratings: ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent'],
    stars_one: '{{label}}, {{count}} star',
    stars_other: '{{label}}, {{count}} stars',
    noRating: 'no rating',
    text: 'Message',
    placeholder: 'What happened, and what did you expect?',
    length: '{{length}} of {{most}} characters',
    tooLong_one: 'The message is {{count}} character too long. It can have {{most}}.',
    tooLong_other: 'The message is {{count}} characters too long. It can have {{most}}.',
    email: 'E-mail',
    emailHint: 'Optional: only if you want an answer.',
    emailInvalid: 'This is no e-mail address. Correct it, or leave the field empty.',
    asUser: 'Sent as {{email}}.',
    asVisitor: 'Sent without a name.',
    send: 'Send',
    sending: 'Sending…',
    thanks: 'Thank you for your feedback!',
    thanksMessage: 'It has arrived.',
    kept: 'Kept on this device',
    keptMessage:
      'The server was not reached. Your feedback is kept here and sent by itself, once, as soon as the server answers.',
    writeMore: 'Write more',
    unavailable: 'Feedback cannot be sent from here',
    waiting: {
      title: 'Waiting to be sent',
      message: 'Sent by itself as soon as the server answers.',
      ofOther: 'Written under another account: sent when that account is signed in here.',
      refused: 'Not taken: {{reason}}',
      trySend: 'Try now',
      discard: 'Discard',
      discardNamed: 'Discard the feedback of {{when}}',
      ask: 'Discard this feedback?',
      askMessage: 'It was not sent. This cannot be undone.',
      cancel: 'Keep it',
    },
  },
} as const;

addTexts('help', help);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    help: typeof help;
  }
}
