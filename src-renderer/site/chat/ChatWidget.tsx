import { MessageCircle } from 'lucide-react';
import { useRef, useState, useSyncExternalStore, type ComponentType } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import type { ChatPanelProps } from './ChatPanel.tsx';
import { conversation } from './conversation.ts';

/** Loaded once, when it is first wanted: public pages stay small. */
let Loaded: ComponentType<ChatPanelProps> | null = null;

/** Document 3, section 2.15: the button at the bottom right, and the panel that it opens. */
export function ChatWidget() {
  const { t } = useTranslation('site');
  const { view } = useSyncExternalStore(conversation.subscribe, conversation.read, conversation.read);
  const { Panel, loading, load } = usePanel();
  const button = useRef<HTMLButtonElement>(null);
  /** Focus goes where the visitor went, and stays where it is when a page changes under an open chat. */
  const [isAsked, setIsAsked] = useState(false);

  const open = () => {
    setIsAsked(true);
    conversation.show('open');
    load();
  };
  const close = () => {
    conversation.forget();
    setTimeout(() => button.current?.focus());
  };

  if (Panel && view !== 'closed') return <Panel takesFocus={isAsked} onClose={close} />;
  return (
    <div className="m-4 flex shrink-0 items-center gap-3 sm:m-6">
      {loading === 'failed' && (
        <p
          role="alert"
          className="max-w-64 rounded-xl border border-line2 bg-panel px-4 py-3 text-sm text-red-text shadow-pop"
        >
          {t('chat.loadFailed')}
        </p>
      )}
      <button
        ref={button}
        type="button"
        onClick={open}
        aria-label={loading === 'running' ? t('chat.loading') : t('chat.open')}
        title={t('chat.open')}
        className="inline-grid size-14 shrink-0 place-items-center rounded-full bg-accent text-on-accent shadow-pop transition hover:brightness-110"
      >
        {loading === 'running' ? (
          <Spinner sizePx={22} />
        ) : (
          <MessageCircle size={24} strokeWidth={1.75} aria-hidden="true" />
        )}
      </button>
    </div>
  );
}

/** The panel once it is there, and what brings it. */
function usePanel() {
  const [Panel, setPanel] = useState<ComponentType<ChatPanelProps> | null>(() => Loaded);
  const [loading, setLoading] = useState<'not' | 'running' | 'failed'>('not');
  const load = () => {
    if (Loaded) return setPanel(() => Loaded);
    setLoading('running');
    import('./ChatPanel.tsx').then(
      (module) => {
        Loaded = module.default;
        setPanel(() => Loaded);
        setLoading('not');
      },
      () => {
        conversation.forget();
        setLoading('failed');
      },
    );
  };
  return { Panel, loading, load };
}
