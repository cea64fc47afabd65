import { addTexts } from '../../../i18n/index.ts';

const adminTestimonials = {
  title: 'Testimonials',
  subtitle: 'What people said of SoundDesk. Visitors read the published ones on the front page.',
  refused: 'Testimonials are written by super administrators.',
  frontPage: 'Front page',
  add: 'Add a testimonial',
  empty: 'No testimonials',
  emptyHint:
    'The front page leaves its place out until one is published. Add only what somebody really said.',
  published: 'Published',
  draft: 'Draft',
  publish: 'Publish',
  unpublish: 'Unpublish',
  edit: 'Edit',
  remove: 'Delete',
  source: 'Source',
  /** For screen readers: whose words a button is of. */
  actionOf: '{{action}}: {{name}}',
  removeAsk: 'Delete this testimonial?',
  removeMessage: 'What {{name}} said disappears from here and from the front page. This cannot be undone.',
  saved: 'The testimonial is saved',
  nowPublished: 'The testimonial is on the front page',
  nowDraft: 'The testimonial is off the front page',
  removed: 'The testimonial is deleted',
  dialog: {
    new: 'Add a testimonial',
    change: 'Change the testimonial',
    quote: 'What was said',
    quoteHint: 'Word for word, with the consent of who said it.',
    quoteRequired: 'The words are required',
    name: 'Name',
    nameRequired: 'A name is required',
    role: 'Who that is (optional)',
    source: 'Where it was said (optional)',
    sourceHint: 'A link that starts with https://, for everybody who wants to see it.',
    sourceWrong: 'This is no link that starts with https://.',
    save: 'Save',
  },
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    adminTestimonials: typeof adminTestimonials;
  }
}

addTexts('adminTestimonials', adminTestimonials);
