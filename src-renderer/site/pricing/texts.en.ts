import { addTexts } from '../../i18n/index.ts';

/** The pricing page: document 3, sections 2.4 and 9. */
export const pricing = {
  meta: {
    title: 'Pricing: SoundDesk',
    description:
      'Three per-user plans, monthly or yearly, and 30 minutes of noise cancellation a day for free.',
  },
  title: 'Simple per-user pricing',
  lead: '14-day free trial on all plans, no credit card needed. 30-day money-back guarantee, cancel anytime.',
  cycle: { label: 'Billing cycle', monthly: 'Monthly', yearly: 'Yearly', save: 'Save {{percent}}%' },
  plan: {
    popular: 'Most popular',
    perMonth: 'per user/month',
    perYear: 'per user/year',
    saving: 'Save ${{saved}} a year compared with monthly',
    subscribe: 'Subscribe Now',
    subscribeTo: 'Subscribe Now to {{plan}}',
    everythingIn: 'Everything in {{plan}}, and',
    making: 'In the making',
  },
  names: { essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
  descriptions: {
    essential: 'For one voice that should sound clean everywhere.',
    professional: 'For podcasters and creators with guests, cameras and an audience.',
    enterprise: 'For teams that record a lot and want it wired into their own tools.',
  },
  features: {
    noise: 'Basic noise cancellation',
    singleTrack: 'Single-track recording',
    screenCapture: 'Screen capture',
    dashboard: 'Web dashboard',
    emailSupport: 'Email support',
    strongNoise: 'Advanced noise cancellation',
    multiTrack: 'Multi-track recording (4 audio + 2 video)',
    broadcasting: 'Live broadcasting',
    voiceAi: 'Voice AI and voice cloning, with your own keys',
    transcription: 'Meeting transcription',
    prioritySupport: 'Priority support',
    unlimited: 'Unlimited tracks and platforms',
    apiAccess: 'API access',
    analytics: 'Analytics',
    integrations: 'Custom integrations',
    dedicatedSupport: 'Dedicated support',
  },
  makingNote:
    'Where payments are not set up, there are the trial and the Free tier of {{minutes}} minutes of noise cancellation a day.',
  compare: {
    title: 'Compare the plans',
    feature: 'Feature',
    rows: {
      audioTracks: 'Audio tracks',
      videoSources: 'Video sources',
      broadcasting: 'Live broadcasting',
      voiceAi: 'Voice AI',
      apiAccess: 'API access',
      apiCallsPerMonth: 'API calls a month',
      teams: 'Team management',
      support: 'Support',
    },
    unlimited: 'Unlimited',
    yes: 'Yes',
    no: 'No',
    teams: { none: 'None', basic: 'Basic', advanced: 'Advanced' },
    support: { email: 'Email', priority: 'Priority', dedicated: 'Dedicated' },
  },
  faq: {
    title: 'Frequently asked questions',
    items: {
      trial: {
        question: 'What happens in the trial?',
        answer:
          'It begins when you sign up and lasts {{trialDays}} days, with everything and without a card. When it ends, nothing is charged: you continue with the Free tier, {{minutes}} minutes of noise cancellation a day.',
      },
      cancel: {
        question: 'Can I cancel at any time?',
        answer: 'Yes. A subscription then runs to the end of the time that is paid, and is not renewed.',
      },
      refund: {
        question: 'Do I get my money back?',
        answer: 'Within {{refundDays}} days of a payment, yes, without a reason.',
      },
      recordings: {
        question: 'What happens to my recordings when I stop paying?',
        answer:
          'They are files in a folder of your own computer. Nobody locks or deletes them, and they open without SoundDesk: WAV (RF64) and FLAC.',
      },
      volume: {
        question: 'Is there a discount for many people?',
        answer: 'For {{seats}} seats and more there is a volume discount.',
      },
      keys: {
        question: 'Is voice AI included?',
        answer:
          'Included; provider fees are extra. Voice AI works with your own keys for the providers you choose, and they bill you. The keys stay on your computer.',
      },
    },
  },
  dialog: {
    title: 'Subscribe to {{plan}}',
    next: 'PayPal collects what you agree to there. What is due today is shown before.',
    continue: 'Continue',
    close: 'Close',
  },
  cancelled: 'Nothing was charged: you came back from PayPal without having agreed.',
  cta: { title: 'Try it before you pay', action: 'Start 14-Day Free Trial' },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    pricing: typeof pricing;
  }
}

addTexts('pricing', pricing);
