/** What the library of takes needs of a browser, or why there is none. */
export type TakesSupport =
  | {
      supported: true;
      storage: StorageManager;
      locks: LockManager;
      /** Hands a file to the user, as a download of that name. */
      save: (file: Blob, name: string) => void;
    }
  | { supported: false; reason: string };

export const NO_VOICE_CLEANING = 'This browser cleans no recordings. Use a newer one, or the desktop app.';

const SAVED_WITHIN_MS = 60_000;

export function findTakesSupport(scope: typeof globalThis): TakesSupport {
  const { storage, locks } = scope.navigator as Partial<Navigator>;
  if (!scope.isSecureContext || !storage || !('getDirectory' in storage) || !locks) {
    return {
      supported: false,
      reason:
        'This browser keeps no files for a page. Open SoundDesk over https in Chrome, Edge or another Chromium, or use the desktop app.',
    };
  }
  return { supported: true, storage, locks, save };
}

/** The browser copies it from its storage: nothing is read into memory. */
function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun by then; the file itself stays.
  setTimeout(() => URL.revokeObjectURL(address), SAVED_WITHIN_MS);
}
