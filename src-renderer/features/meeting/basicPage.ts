import { isBasicPage } from '../workspace/index.ts';

/** A page that comes from a host never needs it. */
export const loadBasicMeeting = () => import('./basic/basicMeeting.ts');

/** This page's own recorder; null where the host records. */
export async function basicMeetingOf(root: unknown) {
  return isBasicPage(root) ? (await loadBasicMeeting()).basicMeeting : null;
}
