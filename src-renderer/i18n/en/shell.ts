/** Texts of the frame around every screen of the app. */
export const shell = {
  skipToContent: 'Skip to content',
  menu: { aside: 'Side bar', label: 'Main menu', open: 'Open menu', close: 'Close menu' },
  groups: {
    main: 'Main',
    recording: 'Recording & Broadcasting',
    organization: 'Organization Management',
    settings: 'Settings',
    administration: 'Administration',
  },
  screens: {
    dashboard: 'Home',
    audioEnhancement: 'Audio Enhancement',
    analytics: 'Analytics',
    plugins: 'Plug-ins',
    billing: 'Billing',
    help: 'Help & Support',
    settings: 'General',
    recordingStudio: 'Recording Studio',
    meetingRecorder: 'Meeting Recorder',
    screenCapture: 'Screen Capture',
    users: 'Users',
    licenceManagement: 'License Keys',
    incidents: 'Incidents',
  },
  signOut: 'Sign out',
  plan: {
    trial_one: 'Trial: {{count}} day left',
    trial_other: 'Trial: {{count}} days left',
    free: 'Free plan',
  },
  noAccounts: 'No accounts',
  search: 'Go to anything',
  palette: {
    title: 'Go to anything',
    placeholder: 'Go to a screen or run an action',
    empty: 'Nothing goes by that name.',
    goTo: 'Go to',
    noiseCancellation: 'Noise cancellation',
    preset: 'Preset',
    theme: 'Theme',
    devices: 'Devices',
    active: 'active',
    start: 'Start noise cancellation',
    stop: 'Stop noise cancellation',
    usePreset: 'Use preset {{name}}',
    useTheme: '{{name}} theme',
    useInput: 'Listen to {{name}}',
    useOutput: 'Play to {{name}}',
    systemDefault: "the system's default",
    refreshDevices: 'Look for devices again',
    landing: 'About SoundDesk',
  },
  connection: {
    lost: 'Reconnecting…',
    lostMessage:
      'The connection to SoundDesk was lost. What runs there goes on; this page follows as soon as it is back.',
    restored: 'Connected again',
    closed: 'Not connected',
    closedMessage: 'The connection to SoundDesk has ended. Reload the page to connect again.',
    absent: 'SoundDesk does not answer',
    absentMessage:
      'Start it on this computer with “npm start” or “npx sounddesk host”. This page connects by itself.',
  },
  refused: {
    title: 'Open the address that SoundDesk printed',
    message:
      'This page may only talk to SoundDesk with its access token. The address that SoundDesk printed where it was started carries it; it begins with:',
    hint: 'A page that is open already in another tab of this browser also lets this one in: reload here then.',
    otherTitle: 'SoundDesk refused this page',
  },
  session: {
    hint: 'Nothing on this computer is lost. If it stays so, sign in again.',
    offline:
      'You are still signed in here. Check the connection; this page goes on by itself as soon as the server answers.',
    signInAgain: 'Sign in again',
  },
  systemNotices: {
    deviceGone: '{{name}} is no longer connected. Connect it again, or choose another device in Settings.',
    sessionEnded: 'Noise cancellation has ended by itself. SoundDesk says why.',
    aDeviceGone:
      'A chosen device is no longer connected. Connect it again, or choose another one in Settings.',
    nearlyUsed: '{{minutes}} minutes of noise cancellation are left today.',
    usedUp: 'The {{minutes}} free minutes of today are used: noise cancellation is off.',
  },
  notices: {
    label: 'Notices',
    problem: 'SoundDesk met a problem',
    failed: {
      start: 'Noise cancellation did not start',
      stop: 'Noise cancellation did not stop',
      preset: 'The preset was not changed',
      presets: 'The presets could not be read',
      chain: 'The sound was not changed',
      listening: 'What you hear was not changed',
      device: 'The device was not changed',
      settings: 'The setting was not kept',
      keys: 'The key was not changed',
      signOut: 'You are signed out here, but the account server did not take note',
      profile: 'Your workspace could not be prepared',
      host: 'What this computer can do could not be read',
      settingsRead: 'The settings could not be read: the defaults stand',
      plugin: 'The plug-in did not do that',
      enhancement: 'The change was not made',
      other: 'That did not work',
    },
    feedbackSent_one: 'The feedback that was kept on this device was sent',
    feedbackSent_other: '{{count}} pieces of feedback that were kept on this device were sent',
    takesFolder: 'The folder of recordings cannot be used',
    languageFailed: 'The texts of the language could not be fetched',
    languageFailedMessage: 'Check the connection, then reload the page.',
    settingsDamaged: 'Settings were damaged',
    presetsDamaged: 'Your own presets could not be read',
    engineStopped: 'The audio engine stopped and is being started again',
    engineBack: 'The audio engine runs again',
    engineBackMessage_one: 'Started again once since SoundDesk was started.',
    engineBackMessage_other: 'Started again {{count}} times since SoundDesk was started.',
    engineFailed: 'The audio engine could not be kept running',
    engineFailedMessage:
      'It stopped again and again. Start noise cancellation to try once more; “npx sounddesk doctor” says what is missing.',
  },
} as const;

declare module '../texts.ts' {
  interface TextNamespaces {
    shell: typeof shell;
  }
}
