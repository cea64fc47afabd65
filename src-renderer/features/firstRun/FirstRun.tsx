import { lazy, Suspense } from 'react';

const FirstRunCard = lazy(() => import('./FirstRunCard.tsx'));

export interface FirstRunProps {
  /** Goes on towards this address of the app, past whatever the screen asks for. */
  onNext: (address: string) => void;
}

/** What a newcomer hears before anything is asked of them; it loads behind the screen that it is on. */
export function FirstRun({ onNext }: FirstRunProps) {
  return (
    <Suspense fallback={<div className="min-h-64" />}>
      <FirstRunCard onNext={onNext} />
    </Suspense>
  );
}
