import { toast } from 'sonner';
import { hideNotice, toastOf } from './notice.ts';

const STAY_MS = 15_000;

/** Says what was done, with a way back. One of the same id takes the place of the last, and stays as long. */
export function showUndoNotice(title: string, label: string, onUndo: () => void, id?: string): void {
  if (id !== undefined) hideNotice(id);
  toast.success(title, {
    ...toastOf(id ?? crypto.randomUUID()),
    duration: STAY_MS,
    action: { label, onClick: onUndo },
  });
}
