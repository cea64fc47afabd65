import { SendHorizontal } from 'lucide-react';
import { useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { MAX_QUESTION_LENGTH } from './conversation.ts';

interface ChatFormProps {
  inputRef: Ref<HTMLTextAreaElement>;
  isThinking: boolean;
  /** Whether it was taken: what was not stays in the field. */
  onAsk: (question: string) => boolean;
}

/** Enter sends, Shift and Enter begin a line (document 3, section 5). */
export function ChatForm({ inputRef, isThinking, onAsk }: ChatFormProps) {
  const { t } = useTranslation('chat');
  const [typed, setTyped] = useState('');
  const isTooLong = typed.trim().length > MAX_QUESTION_LENGTH;
  const isBlocked = isThinking || isTooLong || typed.trim() === '';
  const send = () => {
    if (!isBlocked && onAsk(typed)) setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a character is being composed, Enter accepts it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="shrink-0 border-t border-line p-3"
    >
      {isTooLong && (
        <p role="alert" className="px-1 pb-2 text-sm text-red-text">
          {t('tooLong', { most: MAX_QUESTION_LENGTH })}
        </p>
      )}
      <div className="flex items-end gap-2">
        <textarea
          ref={inputRef}
          rows={2}
          value={typed}
          aria-label={t('input')}
          placeholder={t('placeholder')}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="min-h-11 grow resize-none rounded-xl border border-edge bg-inset px-3.5 py-2.5 leading-snug text-t1 placeholder:text-t3"
        />
        <button
          type="submit"
          disabled={isBlocked}
          aria-label={t('send')}
          title={t('send')}
          className="inline-grid size-11 shrink-0 place-items-center rounded-xl bg-accent text-on-accent transition hover:brightness-110 disabled:bg-raise disabled:text-t3"
        >
          <SendHorizontal size={18} aria-hidden="true" />
        </button>
      </div>
    </form>
  );
}
