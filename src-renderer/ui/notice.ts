import { createElement } from 'react';
import { toast } from 'sonner';
import type { Notice } from '../lib/effects.ts';
import { NoticeActions } from './NoticeActions.tsx';

/** Failures stay until they are closed: nobody should miss why something did not happen. */
const STAY_MS = { info: 5000, success: 6000, warning: 10_000, error: Infinity } as const;
/** What is offered can be read and reached. */
const STAY_WITH_ACTIONS_MS = 15_000;

/** Shows the user something without taking the focus. */
export function showNotice({ id = crypto.randomUUID(), tone, title, message, actions }: Notice): void {
  const description = actions
    ? createElement(NoticeActions, { message, actions, onDone: () => hideNotice(id) })
    : message;
  toast[tone](title, {
    id,
    ...(description === undefined ? {} : { description }),
    duration: actions && tone !== 'error' ? STAY_WITH_ACTIONS_MS : STAY_MS[tone],
  });
}

export function hideNotice(id: string): void {
  toast.dismiss(id);
}
