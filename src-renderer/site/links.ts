import { ROUTES, type RoutePath } from '../../src-shared/domain/routes.ts';

/** Sections of the landing page that an address can point at, e.g. `/landing#download`. */
export const SECTION_IDS = { main: 'main', features: 'features', download: 'download' } as const;

type SectionAnchor = `#${(typeof SECTION_IDS)[keyof typeof SECTION_IDS]}`;

export interface SiteLink {
  /** Key of the text under `nav`. */
  text: 'features' | 'download' | 'open';
  target: RoutePath | SectionAnchor;
}

/**
 * Links of document 3, section 2.2, that lead somewhere today. A target must be a section of this
 * page or one of `ROUTES`, so a link can't be added before its screen: Pricing, Sign In, the help
 * and the legal pages join these lists in the change that brings them.
 */
export const HEADER_LINKS: readonly SiteLink[] = [
  { text: 'features', target: '#features' },
  { text: 'download', target: '#download' },
];

export const FOOTER_LINKS: readonly SiteLink[] = [
  ...HEADER_LINKS,
  { text: 'open', target: ROUTES.dashboard },
];
