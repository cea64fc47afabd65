import { lazy, Suspense } from 'react';
import type { FirstRunProps } from './FirstRunCard.tsx';

const FirstRunCard = lazy(() => import('./FirstRunCard.tsx'));

/** What a newcomer hears before anything is asked of them; it loads behind the screen that it is on. */
export function FirstRun({ onNext }: FirstRunProps) {
  return (
    <Suspense fallback={<div className="min-h-64" />}>
      <FirstRunCard onNext={onNext} />
    </Suspense>
  );
}
