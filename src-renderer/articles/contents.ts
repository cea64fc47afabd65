import type { ArticleCard } from './article.ts';

/** The User Guide's contents: every article stands in exactly one part. */
export const CONTENTS = [
  {
    part: 'begin',
    ids: ['first-sound', 'podcast-episode', 'in-the-browser', 'keyboard', 'settings-files'],
  },
  { part: 'sound', ids: ['presets', 'equalizer-and-compressor', 'echo-and-gate', 'latency', 'analytics'] },
  {
    part: 'recordings',
    ids: [
      ...(['clean-a-file', 'loudness', 'recording-studio', 'meeting-recorder'] as const),
      ...([
        'screen-capture',
        'video-editor',
        'live-broadcast',
        'recording-formats',
        'takes-and-certificates',
      ] as const),
    ],
  },
  { part: 'connect', ids: ['virtual-microphone', 'plug-ins', 'voice-ai', 'provider-keys'] },
  { part: 'automate', ids: ['command-line', 'batch-cleaning', 'export-takes', 'json-output'] },
  {
    part: 'account',
    ids: ['accounts', 'licence-and-free-tier', 'billing', 'privacy-and-offline', 'your-data'],
  },
  { part: 'help', ids: ['troubleshooting'] },
] as const;

export type ContentsPart = (typeof CONTENTS)[number]['part'];

/** The documentation's sections (document 3, section 2.8), each with its parts of the contents. */
export const DOCUMENTATION_SECTIONS = [
  { section: 'getting-started', parts: ['begin', 'account', 'help'] },
  { section: 'features', parts: ['sound', 'recordings'] },
  { section: 'integrations', parts: ['connect'] },
  { section: 'api', parts: ['automate'] },
] as const satisfies readonly ContentsGroup<string>[];

/** The help centre's four categories (document 3, section 2.7). */
export const HELP_CATEGORIES = [
  { section: 'begin', parts: ['begin', 'help'] },
  { section: 'sound', parts: ['sound', 'connect'] },
  { section: 'recordings', parts: ['recordings', 'automate'] },
  { section: 'account', parts: ['account'] },
] as const satisfies readonly ContentsGroup<string>[];

export interface ContentsGroup<Section extends string> {
  section: Section;
  parts: readonly ContentsPart[];
}

/** The articles of some parts, in the order of the contents. */
export function idsOfParts(parts: readonly ContentsPart[]): readonly string[] {
  return parts.flatMap((part) => CONTENTS.find((group) => group.part === part)?.ids ?? []);
}

const ORDER: readonly string[] = CONTENTS.flatMap(({ ids }) => ids);

export function inContentsOrder<Card extends ArticleCard>(articles: readonly Card[]): Card[] {
  return articles.toSorted((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id));
}
