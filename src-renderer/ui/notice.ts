import { toast } from 'sonner';
import type { Notice } from '../lib/effects.ts';

/** Failures stay until they are closed: nobody should miss why something did not happen. */
const STAY_MS = { info: 5000, success: 6000, warning: 10_000, error: Infinity } as const;

/** Tells the user something without taking the focus. */
export function showNotice({ id, tone, title, message }: Notice): void {
  toast[tone](title, {
    ...(id === undefined ? {} : { id }),
    ...(message === undefined ? {} : { description: message }),
    duration: STAY_MS[tone],
  });
}

export function hideNotice(id: string): void {
  toast.dismiss(id);
}
