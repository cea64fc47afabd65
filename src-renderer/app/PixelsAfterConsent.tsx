import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { isPublicPath } from '../../src-shared/domain/routes.ts';
import { isDesktop } from '../platform/isDesktop.ts';
import { useConsent } from '../site/consent/useConsent.ts';
import { AppIsland } from './chunks.ts';

const PixelFrames = lazy(() => import('../site/pixels/PixelFrames.tsx'));

/** Tracking pixels: on public pages of the web build, with consent to statistics, and nowhere else. */
export function PixelsAfterConsent() {
  const { consent } = useConsent();
  const { pathname } = useLocation();
  if (consent?.analytics !== true || !isPublicPath(pathname) || isDesktop()) return null;
  return (
    <Suspense fallback={null}>
      <AppIsland isQuiet>
        <PixelFrames />
      </AppIsland>
    </Suspense>
  );
}
