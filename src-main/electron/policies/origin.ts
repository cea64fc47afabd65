/** Scheme and host of every page of ours. The host is fixed: another one is another origin. */
export const APP_SCHEME = 'sounddesk-app';
export const APP_HOST = 'app';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** The address of a path of ours, e.g. `/landing`. */
export function appUrl(path: string): string {
  return `${APP_ORIGIN}${path}`;
}

/** Whether an address lies in our origin, with nothing smuggled in as user, password or port. */
export function isAppUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    url.protocol === `${APP_SCHEME}:` &&
    url.host === APP_HOST &&
    url.username === '' &&
    url.password === ''
  );
}
