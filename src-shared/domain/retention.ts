/** How long things are kept, as the privacy policy and the cookie policy say. */
const DAY_MS = 86_400_000;

/** Usage data, on this machine and in the account: two years, counted with both leap days. */
export const USAGE_KEPT_MS = 731 * DAY_MS;
/** The answer about cookies, after which the visitor is asked again. */
export const CONSENT_KEPT_MS = 365 * DAY_MS;
