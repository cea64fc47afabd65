import { addTexts } from '../../i18n/index.ts';

/** The API reference: document 3, sections 2.9, 7.3 and 9. */
export const api = {
  meta: {
    title: 'API reference: SoundDesk',
    description:
      'The SoundDesk API for programs on your computer: every call, with examples, keys and calls a month.',
  },
  title: 'API reference',
  lead: 'Start noise cancellation, recordings and broadcasts, and transcribe speech, from programs of your own.',
  served:
    'Version {{api}}. SoundDesk serves the API to programs on the same computer. Turn it on in Settings, under API Keys, and create a key there.',
  commandLine: 'The command line',
  contents: 'Endpoints',
  english: 'The endpoints are described in English.',
  keys: {
    title: 'Keys',
    text: 'Send a key with each call, in the header “Authorization: Bearer …”. A key is shown once, kept as a hash only, and can be revoked at any time. It may read, control or download files, as you choose. Every plan has keys of its computer. Keys of an organization ({{plan}}) work on each computer with accounts on the same server; their calls count together.',
  },
  tiers: {
    title: 'Calls a month',
    text: 'Only calls that start work count. Reading and events are free. Free has as many as Essential.',
    unlimited: 'Unlimited',
    names: { essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
  },
  all: {
    title: 'All calls',
    text: 'Long work answers with a job: its progress, result and cancel are at the address in “Location”. Lists come in pages. Errors are application/problem+json with a code.',
  },
  sdk: {
    title: 'SDKs',
    text: 'TypeScript: clients/typescript in the source. Assistants: “sounddesk mcp” (Model Context Protocol). The document is OpenAPI 3.1, so clients for most languages can be generated from it.',
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
