import type { Article } from './article.ts';

/** The User Guide's contents: every article stands in exactly one part. */
export const SHELF = [
  { part: 'begin', ids: ['first-sound', 'virtual-microphone', 'keyboard'] },
  { part: 'sound', ids: ['presets', 'equalizer-and-compressor', 'latency', 'plug-ins'] },
  { part: 'recordings', ids: ['clean-a-file', 'takes-and-certificates', 'command-line'] },
  { part: 'account', ids: ['accounts', 'licence-and-free-tier', 'privacy-and-offline'] },
  { part: 'help', ids: ['troubleshooting'] },
] as const;

const ORDER: readonly string[] = SHELF.flatMap(({ ids }) => ids);

export function inShelfOrder(articles: readonly Article[]): Article[] {
  return articles.toSorted((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id));
}
