import { toast } from 'sonner';
import type { Notice, NoticeAction } from '../lib/effects.ts';
import { Button } from './Button.tsx';

/** Failures stay until they are closed: nobody should miss why something did not happen. */
const STAY_MS = { info: 5000, success: 6000, warning: 10_000, error: Infinity } as const;
/** What is offered can be read and reached. */
const STAY_WITH_ACTIONS_MS = 15_000;

/** Tells the user something without taking the focus. */
export function showNotice({ id = crypto.randomUUID(), tone, title, message, actions }: Notice): void {
  const description = actions ? <WithActions id={id} message={message} actions={actions} /> : message;
  toast[tone](title, {
    id,
    ...(description === undefined ? {} : { description }),
    duration: actions && tone !== 'error' ? STAY_WITH_ACTIONS_MS : STAY_MS[tone],
  });
}

export function hideNotice(id: string): void {
  toast.dismiss(id);
}

interface WithActionsProps {
  id: string;
  message: string | undefined;
  actions: readonly NoticeAction[];
}

function WithActions({ id, message, actions }: WithActionsProps) {
  return (
    <span className="grid gap-2">
      {message !== undefined && <span className="break-words">{message}</span>}
      <span className="flex flex-wrap gap-1.5">
        {actions.map(({ text, label, run }) => (
          <Button
            key={text}
            size="sm"
            aria-label={label}
            onClick={() => {
              hideNotice(id);
              run();
            }}
          >
            {text}
          </Button>
        ))}
      </span>
    </span>
  );
}
