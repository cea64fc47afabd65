import type { ContactType } from '../../src-shared/domain/contact.ts';
import { ROUTES, type RoutePath } from '../../src-shared/domain/routes.ts';

/** Sections of the landing page that an address can point at, e.g. `/landing#download`. */
export const SECTION_IDS = {
  main: 'main',
  features: 'features',
  compare: 'compare',
  reviews: 'reviews',
  download: 'download',
} as const;

/** Sections of the landing page alone are addressed with its path, so that they are found from every page. */
type SectionAnchor = `${typeof ROUTES.landing}#${(typeof SECTION_IDS)[keyof typeof SECTION_IDS]}`;

/** The contact form with its type chosen. */
type ContactPath = `${typeof ROUTES.contact}?type=${ContactType}`;

/** The sign-in page, opened for a new account. */
type SignUpPath = `${typeof ROUTES.auth}?mode=signup`;

type ArticlePath = `${typeof ROUTES.documentation}/${string}`;

export interface SiteLink {
  /** Key of the text under `nav`. */
  text:
    | 'features'
    | 'pricing'
    | 'reviews'
    | 'download'
    | 'open'
    | 'licenceKeys'
    | 'documentation'
    | 'helpCenter'
    | 'api'
    | 'status'
    | 'contact'
    | 'gdpr'
    | 'privacy'
    | 'terms'
    | 'cookies';
  target: RoutePath | SectionAnchor | ArticlePath | ContactPath | SignUpPath;
}

/** Where an account is made; the trial begins with it. */
export const SIGN_UP: SignUpPath = `${ROUTES.auth}?mode=signup`;

/**
 * Links of document 3, section 2.2, that lead somewhere today. A target must be a section of the landing
 * page or one of `ROUTES`, so a link can't be added before its screen: a page joins these lists in the
 * change that brings it.
 */
export const HEADER_LINKS: readonly SiteLink[] = [
  { text: 'features', target: '/landing#features' },
  { text: 'pricing', target: ROUTES.pricing },
  { text: 'documentation', target: ROUTES.documentation },
  { text: 'download', target: '/landing#download' },
];

/** Joins the header once testimonials are published. */
export const REVIEWS_LINK: SiteLink = { text: 'reviews', target: '/landing#reviews' };

/** `group`: key of its title under `footer.groups`. */
export const FOOTER_GROUPS: readonly {
  group: 'product' | 'help' | 'legal';
  links: readonly SiteLink[];
}[] = [
  {
    group: 'product',
    links: [
      { text: 'features', target: '/landing#features' },
      { text: 'pricing', target: ROUTES.pricing },
      { text: 'download', target: '/landing#download' },
      { text: 'licenceKeys', target: ROUTES.licenceKeys },
      { text: 'open', target: ROUTES.dashboard },
    ],
  },
  {
    group: 'help',
    links: [
      { text: 'helpCenter', target: ROUTES.helpCenter },
      { text: 'documentation', target: ROUTES.documentation },
      { text: 'api', target: ROUTES.apiReference },
      { text: 'status', target: ROUTES.status },
      { text: 'contact', target: ROUTES.contact },
    ],
  },
  {
    group: 'legal',
    links: [
      { text: 'privacy', target: ROUTES.privacyPolicy },
      { text: 'terms', target: ROUTES.termsOfService },
      { text: 'cookies', target: ROUTES.cookiePolicy },
      { text: 'gdpr', target: ROUTES.gdpr },
    ],
  },
];
