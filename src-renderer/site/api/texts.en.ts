import { addTexts } from '../../i18n/index.ts';

/** The API reference: document 3, sections 2.9, 7.3 and 9. */
export const api = {
  meta: {
    title: 'API reference: SoundDesk',
    description: 'The four endpoints of the SoundDesk API, with requests, answers, keys and calls a month.',
  },
  title: 'API reference',
  lead: 'Start noise cancellation, recordings and broadcasts, and transcribe speech, from programs of your own.',
  notServed:
    'This is the draft {{api}}: no version serves it yet, {{version}} included. Until one does, the command line does the same from scripts.',
  commandLine: 'The command line',
  contents: 'Endpoints',
  english: 'The endpoints are described in English.',
  keys: {
    title: 'Keys',
    text: 'Each call carries a key of the organisation, in the header “Authorization: Bearer …”. A key is shown once when it is made, kept as a hash only, and revoked at any time. API access is part of the plan {{plan}}.',
  },
  tiers: {
    title: 'Calls a month',
    unlimited: 'Unlimited',
    names: { essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
  },
  sdk: {
    title: 'SDKs',
    text: 'There are none yet. The document is OpenAPI 3.1: programs for most languages are made from it.',
    document: 'docs/api/openapi.json in the source',
  },
  endpoint: {
    request: 'Request',
    answer: 'Answer',
    failures: 'Failures',
    required: 'required',
    example: 'Example',
    copy: 'Copy',
    copyCall: 'Copy the call of {{name}}',
    copyAnswer: 'Copy the answer of {{name}}',
    copied: 'Copied',
    copyFailed: 'Copying is not allowed here: select the text and copy it.',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    api: typeof api;
  }
}

addTexts('api', api);
