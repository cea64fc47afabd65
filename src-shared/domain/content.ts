import { hasControls, isPlainMailto } from './addresses.ts';

/** What admins write for the public pages: document 3, sections 3 to 5. The limits are those of the tables. */

export const CONTENT_STATUSES = ['published', 'draft'] as const;

export const PAGE_KEY = /^[a-z0-9-]{1,80}$/;
export const CONTENT_TITLE_MAX = 200;
export const PAGE_CONTENT_MAX = 200_000;
/** What search engines show of a description ends earlier; longer ones help nobody. */
export const META_DESCRIPTION_MAX = 320;

export interface PageSection {
  heading: string;
  text: string;
  items: readonly string[];
  link: { label: string; address: string } | null;
}

export interface PageContent {
  sections: readonly PageSection[];
  /** Paths of what is in the content and is not drawn. */
  unread: readonly string[];
}

/**
 * The content of a page as it is drawn: `{"sections": [{"heading", "text", "items": [], "link": {"label", "address"}}]}`,
 * each part at will. All of it is text; an address is taken where it is https, of this site, or of a mailbox.
 */
export function readPageContent(content: unknown): PageContent {
  const { sections, ...rest } = asObject(content) ?? {};
  const unread = Object.keys(rest);
  if (!Array.isArray(sections)) {
    return { sections: [], unread: sections === undefined ? unread : ['sections', ...unread] };
  }
  const read = sections.map((section, index) => readSection(section, `sections[${index}]`));
  return {
    sections: read.flatMap(({ section }) => (section === null ? [] : [section])),
    unread: [...read.flatMap((one) => one.unread), ...unread],
  };
}

function readSection(value: unknown, path: string): { section: PageSection | null; unread: string[] } {
  const given = asObject(value);
  if (given === null) return { section: null, unread: [path] };
  const { heading, text, items, link, ...rest } = given;
  const unread = Object.keys(rest).map((key) => `${path}.${key}`);
  const textOf = (part: unknown, name: string): string => {
    if (typeof part === 'string') return part;
    if (part !== undefined) unread.push(`${path}.${name}`);
    return '';
  };
  const list = Array.isArray(items) ? (items as unknown[]) : [];
  if (items !== undefined && !Array.isArray(items)) unread.push(`${path}.items`);
  const section = {
    heading: textOf(heading, 'heading'),
    text: textOf(text, 'text'),
    items: list.map((item, index) => textOf(item, `items[${index}]`)).filter((item) => item !== ''),
    link: readLink(link),
  };
  if (link !== undefined && section.link === null) unread.push(`${path}.link`);
  return { section, unread };
}

function readLink(value: unknown): PageSection['link'] {
  const { label, address } = asObject(value) ?? {};
  if (typeof label !== 'string' || typeof address !== 'string' || label.trim() === '') return null;
  return isSafeAddress(address) ? { label, address } : null;
}

/** https, a path of this site, or a mailbox. Browsers leave white space out before they read an address. */
const isSafeAddress = (address: string): boolean =>
  !/\s/.test(address) &&
  !hasControls(address) &&
  (isPlainMailto(address) || /^(https:\/\/[^/?#@\\]+(?:[/?#]|$)|\/(?![/\\]))/i.test(address));

/** Where a contact leads: a mailbox, a page, a telephone; null for what is none of them. */
export function contactHref(value: string): string | null {
  if (hasControls(value)) return null;
  if (/^[^\s@:/?#]+@[^\s@:/?#%]+$/.test(value)) {
    const [mailbox = '', domain = ''] = value.split('@');
    return `mailto:${mailbox.replaceAll('%', '%25').replaceAll('&', '%26')}@${domain}`;
  }
  if (/^https:\/\/[^\s/<>"][^\s<>"]*$/i.test(value)) return value;
  return /^\+?\d[\d ()./-]{4,30}$/.test(value) ? `tel:${value.replace(/[^+\d]/g, '')}` : null;
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;

export const TUTORIAL_CATEGORIES = [
  'Getting Started',
  'Recording & Broadcasting',
  'Voice AI Features',
  'Billing & Subscriptions',
] as const;
export const TUTORIAL_TYPES = ['video', 'article', 'interactive'] as const;
export const TUTORIAL_DIFFICULTIES = ['beginner', 'intermediate', 'advanced'] as const;
export const TUTORIAL_DESCRIPTION_MAX = 2000;
export const TUTORIAL_DURATION_MAX = 40;
export const TUTORIAL_TAGS_MAX = 20;
export const TUTORIAL_TAG_LENGTH_MAX = 40;
export const CONTENT_ADDRESS_MAX = 500;

export const PUBLIC_CONTACT_TYPES = ['support', 'sales', 'legal', 'general'] as const;
export const CONTACT_DESCRIPTION_MAX = 1000;
export const CONTACT_VALUE_MAX = 300;
export const CONTACT_AVAILABILITY_MAX = 200;

/** Who may write content; super admins also give these roles. */
export const ADMIN_ROLES = ['admin', 'super_admin'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];
