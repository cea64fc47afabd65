import { addTexts } from '../../i18n/index.ts';

const broadcastAccounts = {
  section: {
    title: 'Your {{platform}} account',
    off: 'Fills in the address and the stream key, sets the title, and shows viewers and chat.',
    connect: 'Connect {{platform}}',
    connected: 'Connected as {{name}}',
    disconnect: 'Disconnect',
    use: 'Use your account',
    useHint: 'Address, stream key and title come from your account. The key is never shown.',
    usedHint: 'Connect your account again, or turn this off and enter a stream key.',
    kept: {
      keychain: 'Your sign-in is in this computer’s keychain.',
      file: 'Your sign-in is in a file that only your user can read.',
    },
  },
  waiting: {
    code: 'Open {{platform}}, sign in and enter this code:',
    noCode: 'Open {{platform}}, sign in and allow access. This page continues when you have agreed.',
    open: 'Open {{platform}}',
    waiting: 'Waiting for you to agree…',
    cancel: 'Cancel',
  },
  client: {
    none: 'To connect, {{platform}} asks for a client ID, and this installation has none. You can create one of your own for free.',
    steps: {
      twitch:
        'In the Twitch developer console, register an application of the client type “Public” with the redirect address http://localhost, then copy its client ID.',
      youtube:
        'In the Google Cloud console, create a project, turn on “YouTube Data API v3”, then create an OAuth client ID of the type “Desktop app”. Copy its client ID and client secret.',
    },
    open: {
      twitch: 'Open the Twitch developer console',
      youtube: 'Open the Google Cloud console',
    },
    setUp: 'Set up a client ID',
    id: 'Client ID',
    secret: 'Client secret',
    showSecret: 'Show the client secret',
    hideSecret: 'Hide the client secret',
    save: 'Save client ID',
    own: 'Your own client ID is used.',
    remove: 'Remove client ID',
  },
  options: {
    category: 'Category',
    categoryNone: 'Leave as it is on Twitch',
    search: 'Search categories',
    searchAction: 'Search',
    noResult: 'No category found.',
    choose: 'Choose {{name}}',
    broadcast: 'Broadcast',
    newBroadcast: 'Create a new one',
    privacy: 'Visible to',
    privacies: {
      public: 'Everyone (public)',
      unlisted: 'Anyone with the link (unlisted)',
      private: 'Only you (private)',
    },
  },
  viewers: {
    notYet: 'Not known: {{platform}} has no figure yet.',
  },
  health: {
    good: '{{platform}} receives your stream well.',
    ok: '{{platform}} receives your stream, with small problems.',
    bad: '{{platform}} has trouble receiving your stream. Lower the quality next time.',
    noData: '{{platform}} receives nothing yet.',
  },
  chat: {
    title: 'Chat',
    close: 'Close the chat',
    none: 'No platform account is connected, so chat can’t be shown here. Connect one under Multi-Platform Streaming, or open the chat on the page of the platform:',
    noLinks: 'Your destinations have no links for viewers.',
    open: 'Open {{name}}',
    empty: 'No messages yet.',
    list: 'Messages',
    closed: '{{platform}}: the chat opens when you are live.',
    message: 'Message',
    send: 'Send',
    sendTo: 'Send to {{platform}}',
    notSent: '{{platform}} did not get the message: {{reason}}',
    tooLong: 'At most {{count}} characters.',
    you: 'You',
    actions: 'Moderate: {{name}}',
    delete: 'Delete message',
    timeout: 'Time out for {{minutes}} minutes',
    ban: 'Ban {{name}}',
    banTitle: 'Ban {{name}}?',
    banMessage: 'This person can’t write in your chat until you lift the ban on {{platform}}.',
    banKeep: 'Don’t ban',
  },
  alerts: {
    title: 'Connect your account',
    again: 'Connect {{platform}} again',
  },
  speed: {
    test: 'Test connections',
    testing: 'Measuring the connection to {{name}}…',
    none: 'Connection to {{name}}: not measured',
    measured: 'Connection to {{name}}: {{rate}} kb/s',
    enough: {
      twitchTest: 'Measured by sending test video to Twitch, which nobody sees.',
      youtubePrivate: 'Measured by sending test video to a private broadcast, which was deleted again.',
    },
    tooSlow: 'This quality needs {{wanted}} kb/s. Choose a lower one, or use a cable.',
    answered: '{{name}} answers in {{ms}} ms',
    answeredHint: 'Speed not measured: viewers would see what is sent there.',
    failed: '{{name}} did not take the test',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    broadcastAccounts: typeof broadcastAccounts;
  }
}

addTexts('broadcastAccounts', broadcastAccounts);
