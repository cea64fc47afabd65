/** Names of the product, decided in the specification's README. */
export const PRODUCT_NAME = 'SoundDesk';
/** Prefix of protected routes, tables and exported files. */
export const PRODUCT_PREFIX = 'sounddesk';
/** Scheme of deep links into the desktop app. */
export const DEEP_LINK_SCHEME = 'sounddesk';

/** Whose work ships with ours, beside the screens. */
export const NOTICES_FILE = 'third-party-notices.txt';
