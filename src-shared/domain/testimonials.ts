/** What people said of the product. The columns count the same. */
export const MAX_QUOTE_LENGTH = 600;
export const MAX_QUOTED_NAME_LENGTH = 120;
export const MAX_QUOTED_ROLE_LENGTH = 160;
export const MAX_QUOTE_SOURCE_LENGTH = 500;
/** As many as the front page shows, newest first. */
export const SHOWN_TESTIMONIALS = 6;
