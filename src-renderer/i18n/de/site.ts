/** The public pages, a file a namespace. */
export const files = import.meta.glob(['./common.json', './site/*.json'], { eager: true, import: 'default' });

export { legalDocuments } from './legal.ts';
