import { selectPicturesSupport } from '../workspace/index.ts';

/** Whether this page has no host that writes pictures: it records into the browser's own storage then. */
export const isBasicPage = (root: unknown): boolean =>
  selectPicturesSupport(root as Parameters<typeof selectPicturesSupport>[0])?.supported === false;

/** A page that comes from a host never needs it. */
export const loadBasicCapture = () => import('./basic/basicCapture.ts');

/** This page's own recorder; null where the host records. */
export async function basicCaptureOf(root: unknown) {
  return isBasicPage(root) ? (await loadBasicCapture()).basicCapture : null;
}
