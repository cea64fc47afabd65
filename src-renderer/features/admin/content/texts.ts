import { addTexts } from '../../../i18n/index.ts';

const adminContent = {
  title: 'Content Management',
  subtitle: 'What the public pages say: pages, tutorials and contact information.',
  refusedTitle: 'Admin Access Required',
  refused: 'Content is written by administrators. Contact the super admin to become one.',
  toDashboard: 'Return to Dashboard',
  tabsLabel: 'Kinds of content',
  tabs: { pages: 'Content Pages' },
  statuses: { published: 'Published', draft: 'Draft' },
  failed: 'That did not work',
  pages: {
    list: 'Content pages',
    add: 'New page',
    empty: 'No content pages yet',
    emptyHint: 'A page is found by its key. It is a draft until it is published.',
    choose: 'No page chosen',
    chooseHint: 'Choose one in the list to read and change it.',
    back: 'All pages',
    gone: 'This page is not there any more',
    goneHint: 'It was deleted, or the link is wrong.',
    lost: 'This page was deleted, or you are not an administrator any more. What you typed is kept here.',
    unsaved: 'Not saved',
    saved: 'Page updated successfully!',
    added: 'The page was added as a draft',
  },
  dialog: {
    title: 'New page',
    key: 'Page key',
    keyHint: 'Small letters, digits and hyphens, e.g. about-us. It cannot be changed later.',
    keyWrong: 'Small letters, digits and hyphens only, up to 80',
    pageTitle: 'Title',
    titleRequired: 'A title is required',
    create: 'Add page',
  },
  editor: {
    view: 'What is shown',
    views: { edit: 'Edit', preview: 'Preview', history: 'History' },
    title: 'Title',
    content: 'Content (JSON)',
    contentHint:
      'An object with “sections”; each may have “heading”, “text”, “items” and a “link” with “label” and “address”.',
    description: 'Meta description',
    descriptionHint: 'For search engines and previews of links. {{count}} of {{max}} characters.',
    format: 'Tidy up',
    save: 'Save',
    revert: 'Discard changes',
    revertAsk: 'Discard what is not saved?',
    revertMessage: 'What you typed on this page is lost. What was saved stays.',
    publish: 'Publish',
    saveAndPublish: 'Save and publish',
    unpublish: 'Unpublish',
    updated: 'Last saved {{when}}',
    fault: 'Not valid JSON, line {{line}}, column {{column}}: {{what}}',
    missing: {
      value: 'a value is missing (a text in double quotes, a number, true, false, null, a list or an object)',
      key: 'a name in double quotes is missing',
      colon: 'a colon is missing after the name',
      commaOrEnd: 'a comma or the closing bracket is missing',
      end: 'nothing may follow after the last }',
      quotes: 'this text does not end, or has a line break or a \\ in it that it may not have',
      shallowness: 'this is deeper than a hundred lists and objects in one another',
      object: 'The content has to be one JSON object: it begins with { and ends with }',
      character: 'The content has a character (\\u0000) that cannot be kept',
      space: 'The content is longer than {{max}} characters',
    },
  },
  conflict: {
    title: 'This page was changed while you were editing it.',
    hint: 'Somebody else has saved it, or a version was restored. What you typed is kept here and not saved; the other version is in the history, whichever you go on with.',
    mine: 'Go on with mine',
    theirs: 'Take the saved one',
    refused: 'Somebody else has changed this page: it was not saved. What you typed is kept.',
  },
  preview: {
    label: 'Preview',
    empty: 'Nothing to show yet',
    emptyHint: 'A page is drawn from the “sections” of its content.',
    invalid: 'The preview follows as soon as the content is valid JSON.',
    unread: 'Kept, but not drawn: {{paths}}',
    noDescription: 'No meta description',
  },
  history: {
    label: 'Versions',
    now: 'now',
    by: 'by {{name}}',
    server: 'the server, or an account that is gone',
    show: 'Show',
    showOf: 'Show the version of {{when}}',
    more: 'Older versions',
    version: 'Version of {{when}}',
    source: 'Content (JSON)',
    restore: 'Restore this version',
    restoreHint:
      'Its title, content and meta description are written into the page; whether it is published stays.',
  },
} as const;

addTexts('adminContent', adminContent);

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    adminContent: typeof adminContent;
  }
}
