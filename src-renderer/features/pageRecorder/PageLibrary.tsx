import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useAppDispatch } from '../../lib/store.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import {
  followLibrary,
  loadLibraryStorage,
  loadRecordings,
  loadRecoveredNotice,
  type RecordingsView,
} from '../studio/index.ts';

const Recordings = lazy(loadRecordings);
const RecoveredNotice = lazy(loadRecoveredNotice);
const LibraryStorageCard = lazy(loadLibraryStorage);

/** The library is read, and read again when a recording begins, changes or ends, while it is in sight. */
export function useLibrary(): void {
  const dispatch = useAppDispatch();
  useEffect(() => dispatch(followLibrary()), [dispatch]);
}

/** What lies in this browser's storage, with all that can be done with it. */
export function PageRecordings({ view, firstStep }: { view: RecordingsView; firstStep: ReactNode }) {
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <Recordings view={view} firstStep={firstStep} />
    </Suspense>
  );
}

/** Recordings that were cut off and are there again. */
export function PageRecovered() {
  return (
    <Suspense fallback={null}>
      <RecoveredNotice />
    </Suspense>
  );
}

/** `bitsPerSecond`: of all files of what would be recorded now; 0 where that is nothing. */
export function PageStorage({ bitsPerSecond }: { bitsPerSecond: number }) {
  return (
    <Suspense fallback={<Skeleton className="h-32" />}>
      <LibraryStorageCard bitsPerSecond={bitsPerSecond} />
    </Suspense>
  );
}
