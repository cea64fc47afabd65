import { isBasicPage } from '../workspace/index.ts';

/** A page that comes from a host never needs it. */
export const loadBasicCapture = () => import('./basic/basicCapture.ts');

/** This page's own recorder; null where the host records. */
export async function basicCaptureOf(root: unknown) {
  return isBasicPage(root) ? (await loadBasicCapture()).basicCapture : null;
}
