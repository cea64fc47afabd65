import { useEffect, useState } from 'react';

/** Document 3, section 9: how long the copied indicator stays. */
const COPIED_SHOWN_MS = 2000;

/** Copies a text, and how that went until it is old. */
export function useCopy(text: string): { state: 'idle' | 'copied' | 'failed'; copy: () => Promise<void> } {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state !== 'copied') return undefined;
    const timer = setTimeout(() => setState('idle'), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    // Absent where the page is not served from a secure origin.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (!clipboard) return setState('failed');
    await clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return { state, copy };
}
