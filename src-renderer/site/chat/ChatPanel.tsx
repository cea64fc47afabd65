import './texts.en.ts';
import '../pricing/texts.en.ts';
import '../contact/texts.en.ts';
import '../docs/texts.en.ts';
import { ChevronUp, Minus, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAddress } from '../useAddress.ts';
import { ChatForm } from './ChatForm.tsx';
import { ChatLog } from './ChatLog.tsx';
import { conversation } from './conversation.ts';
import { handOver } from './handOver.ts';
import { transcriptOf } from './transcript.ts';
import { useAssistant } from './useAssistant.ts';

export interface ChatPanelProps {
  /** Whether the visitor opened it just now. */
  takesFocus: boolean;
  onClose: () => void;
}

/** The open chat: a dialog beside the page, not over it. Escape makes it small. */
export default function ChatPanel({ takesFocus, onClose }: ChatPanelProps) {
  const { t } = useTranslation('chat');
  const { view, messages, isThinking } = useSyncExternalStore(conversation.subscribe, conversation.read);
  const ask = useAssistant();
  const navigate = useNavigate();
  const addressOf = useAddress();
  const input = useRef<HTMLTextAreaElement>(null);
  const restore = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  const minimise = () => {
    conversation.show('minimised');
    setTimeout(() => restore.current?.focus());
  };
  const show = () => {
    conversation.show('open');
    setTimeout(() => input.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || view !== 'open') return;
    event.stopPropagation();
    minimise();
  };
  const toPerson = () => {
    const texts = { you: t('you'), assistant: t('assistant') };
    handOver(transcriptOf(messages, { ...texts, head: t('handOver.head'), heading: t('handOver.heading') }));
    conversation.show('minimised');
    void navigate(addressOf('/contact?type=support'));
  };
  const isOpen = view === 'open';
  return (
    <section
      role="dialog"
      aria-label={t('title')}
      onKeyDown={onKeyDown}
      className="mx-2 mb-2 flex w-[min(25rem,calc(100vw-1rem))] flex-col overflow-hidden rounded-2xl border border-line2 bg-panel text-title shadow-pop sm:mx-6 sm:mb-6 data-open:h-[600px]"
      data-open={isOpen || undefined}
    >
      <div className="flex shrink-0 items-center gap-1 border-b border-line bg-side py-2 pr-2 pl-5">
        <h2 className="mr-auto font-semibold tracking-tight">{t('title')}</h2>
        {isOpen ? (
          <HeaderButton label={t('minimise')} onPress={minimise} Icon={Minus} />
        ) : (
          <HeaderButton ref={restore} label={t('restore')} onPress={show} Icon={ChevronUp} />
        )}
        <HeaderButton
          label={t('close')}
          onPress={() => {
            handOver(null);
            onClose();
          }}
          Icon={X}
        />
      </div>
      {isOpen && (
        <>
          <ChatLog messages={messages} isThinking={isThinking} onPrompt={ask} onPerson={toPerson} />
          <ChatForm inputRef={input} isThinking={isThinking} onAsk={ask} />
        </>
      )}
    </section>
  );
}

interface HeaderButtonProps {
  ref?: React.Ref<HTMLButtonElement>;
  label: string;
  onPress: () => void;
  Icon: typeof X;
}

function HeaderButton({ ref, label, onPress, Icon }: HeaderButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      onClick={onPress}
      aria-label={label}
      title={label}
      className="inline-grid size-9 place-items-center rounded-lg text-t2 transition-colors hover:bg-raise hover:text-t1"
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}
