import { toast } from 'sonner';

const STAY_MS = 8000;

/** Says what was done, with a way back. */
export function showUndoNotice(title: string, label: string, onUndo: () => void, id?: string): void {
  toast.success(title, {
    duration: STAY_MS,
    action: { label, onClick: onUndo },
    ...(id === undefined ? {} : { id }),
  });
}
