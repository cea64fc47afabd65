import { createElement } from 'react';
import { toast } from 'sonner';
import type { Notice } from '../lib/effects.ts';
import { NoticeActions } from './NoticeActions.tsx';

/** Failures stay until they are closed: nobody should miss why something did not happen. */
const STAY_MS = { info: 5000, success: 6000, warning: 10_000, error: Infinity } as const;
/** What is offered can be read and reached. */
const STAY_WITH_ACTIONS_MS = 15_000;

/** The toasts that are shown, by the id of their notice. */
const shown = new Map<string, string>();

/** Shows the user something without taking the focus. */
export function showNotice({ id = crypto.randomUUID(), tone, title, message, actions }: Notice): void {
  const description = actions
    ? createElement(NoticeActions, { message, actions, onDone: () => hideNotice(id) })
    : message;
  toast[tone](title, {
    ...toastOf(id),
    ...(description === undefined ? {} : { description }),
    duration: actions && tone !== 'error' ? STAY_WITH_ACTIONS_MS : STAY_MS[tone],
  });
}

export function hideNotice(id: string): void {
  const toastId = shown.get(id);
  if (toastId === undefined) return;
  shown.delete(id);
  toast.dismiss(toastId);
}

/**
 * The toast that shows a notice: the one that is there, or a new one. Sonner removes a toast that has begun to leave
 * with whatever it was given since, so that one is not there any more.
 */
export function toastOf(noticeId: string) {
  const toastId = shown.get(noticeId) ?? crypto.randomUUID();
  shown.set(noticeId, toastId);
  const leave = () => {
    if (shown.get(noticeId) === toastId) shown.delete(noticeId);
  };
  return { id: toastId, onAutoClose: leave, onDismiss: leave };
}
