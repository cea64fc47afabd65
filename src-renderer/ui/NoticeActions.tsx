import type { NoticeAction } from '../lib/effects.ts';
import { Button } from './Button.tsx';

interface NoticeActionsProps {
  message: string | undefined;
  actions: readonly NoticeAction[];
  /** One was taken: the notice goes. */
  onDone: () => void;
}

/** What a notice says, and what can be done at once. */
export function NoticeActions({ message, actions, onDone }: NoticeActionsProps) {
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
              onDone();
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
