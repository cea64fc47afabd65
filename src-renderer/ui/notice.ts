import { toast } from 'sonner';

export interface Notice {
  /** A notice with the id of one in sight takes its place. */
  id?: string;
  tone: 'info' | 'success' | 'warning' | 'error';
  title: string;
  message?: string;
}

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
