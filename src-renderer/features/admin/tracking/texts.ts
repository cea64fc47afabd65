import { addTexts } from '../../../i18n/index.ts';

const adminTracking = {
  title: 'Tracking & Analytics',
  subtitle: 'Pixels on the public pages, for visitors who agreed to statistics. Never in the app.',
  refused: 'Tracking is only available to super administrators.',
  add: 'Add Tracking Pixel',
  cards: { label: 'Pixels', total: 'Total pixels', active: 'Active', meta: 'Meta', ga4: 'GA4' },
  types: {
    meta: 'Meta Pixel',
    'google-analytics': 'Google Analytics 4',
    gtm: 'Google Tag Manager',
    custom: 'Custom script',
  },
  on: 'Active',
  off: 'Inactive',
  switch: '{{name}} is active',
  copy: 'Copy the id: {{name}}',
  copied: 'Pixel ID copied to clipboard',
  notCopied: 'The browser does not allow copying. Open the pixel and copy its id there.',
  edit: 'Edit',
  remove: 'Delete',
  actionOf: '{{action}}: {{name}}',
  scriptLength: 'Script of {{count}} characters',
  addedOn: 'Added {{date}}',
  empty: 'No tracking pixels configured',
  emptyHint: 'Add one to count visits with a provider of yours.',
  added: '{{type}} pixel added successfully!',
  updated: 'Tracking pixel updated successfully',
  removed: 'Tracking pixel deleted successfully',
  removeAsk: 'Delete this tracking pixel?',
  removeMessage: '“{{name}}” is taken off the public pages. This cannot be undone.',
  dialog: {
    new: 'Add Tracking Pixel',
    change: 'Edit Tracking Pixel',
    name: 'Name',
    type: 'Type',
    id: 'Pixel ID',
    script: 'Script',
    placeholders: { meta: '1234567890123456', 'google-analytics': 'G-XXXXXXXXXX', gtm: 'GTM-XXXXXXX' },
    scriptHint: 'JavaScript, without a script element around it.',
    required: 'Name and Pixel ID are required',
    idWrong: {
      meta: 'A Meta pixel has an id of 5 to 20 digits.',
      'google-analytics': 'A GA4 id is “G-” with 4 to 14 capitals and digits behind it.',
      gtm: 'A GTM id is “GTM-” with 4 to 12 capitals and digits behind it.',
      custom: 'A script has at most 20,000 characters.',
    },
    description: 'Description (optional)',
    active: 'Active',
    save: 'Save',
  },
  test: {
    action: 'Test',
    title: 'Test: {{name}}',
    idGood: {
      meta: 'The id has the form of a Meta pixel. Whether Meta knows it, only Meta can say.',
      'google-analytics': 'The id has the form of a GA4 id. Whether Google knows it, only Google can say.',
      gtm: 'The id has the form of a GTM id. Whether Google knows it, only Google can say.',
      custom: 'The script is short enough to be stored. The run shows what it does.',
    },
    notHere:
      'The app holds no pixels, so that none can be run here. Open this screen in the web build, where visitors meet them, and test it there.',
    explain:
      'The run loads the pixel in this browser for {{seconds}} seconds, in the same frame as on the public pages. The provider is really asked, and may count one view: it gets the page {{page}}, where no visitor ever is, so that the view can be distinguished.',
    run: 'Run test',
    again: 'Run again',
    running: 'The pixel runs…',
    requests: 'What the pixel asked for',
    thrown: 'Script error',
    states: { asked: 'Sent', answered: 'Answered', failed: 'Not loaded', blocked: 'Blocked' },
    verdicts: {
      worked_one: 'Nothing stood in its way: {{count}} request went out.',
      worked_other: 'Nothing stood in its way: {{count}} requests went out.',
      partly:
        'Part of the pixel works. What is marked below was not loaded, was blocked, or went wrong; visitors will see the same.',
      failed:
        'Nothing of the pixel got through. The provider cannot be reached, an extension of this browser blocks it, the frame forbids it, or the script has a mistake.',
      nothing: 'The pixel ran and asked for nothing.',
      notStarted: 'The frame did not start. Whoever serves this site must serve /pixels/ as well.',
    },
  },
  how: {
    title: 'How pixels run',
    frame:
      'Each runs in a frame of its own that has no origin: it sees no page, no session, no key and no other pixel, and keeps no cookie. Providers therefore count views, and recognise nobody.',
    consent:
      'None is loaded before a visitor agrees to statistics, and all end when the visitor takes that back.',
    audit: 'Who adds, changes or deletes one is written into the audit trail.',
  },
  translation: {
    title: 'Translation widget',
    text: 'The public pages speak {{languages}} themselves. For any other language the list in their header ends with “Another language …”: after visitors agree, Google Translate opens the page in a tab of its own. Nothing of it loads into our pages, and the app has none, so there is nothing to switch on.',
  },
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    adminTracking: typeof adminTracking;
  }
}

addTexts('adminTracking', adminTracking);
