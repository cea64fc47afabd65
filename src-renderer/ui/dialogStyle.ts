/** What lies under a dialog. */
export const DIALOG_OVERLAY = 'fixed inset-0 z-40 bg-black/50 animate-fade-in';

/** A dialog's panel, centred, never larger than the window. */
export const DIALOG_CONTENT =
  'fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 overflow-y-auto ' +
  'rounded-xl bg-panel shadow-pop animate-fade-in';
