import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { classNames } from '../../lib/classNames.ts';
import { useAddress } from '../useAddress.ts';
import type { ChatMessage } from './conversation.ts';

/** Document 3, section 2.15: so long after it was pressed a quick prompt is sent. */
const PROMPT_SENT_AFTER_MS = 100;
/** Left free above the newest message. */
const EDGE_PX = 12;
const PROMPTS = ['product', 'pricing', 'download', 'requirements'] as const;

interface ChatLogProps {
  messages: readonly ChatMessage[];
  isThinking: boolean;
  onPrompt: (question: string) => void;
  onPerson: () => void;
}

/** What was said, the newest in sight, and read out as it comes. */
export function ChatLog({ messages, isThinking, onPrompt, onPerson }: ChatLogProps) {
  const { t } = useTranslation('chat');
  const box = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  // The newest from its beginning: a long answer is read from there.
  useEffect(() => {
    const newest = log.current?.lastElementChild;
    if (box.current && newest instanceof HTMLElement) box.current.scrollTop = newest.offsetTop - EDGE_PX;
  }, [messages.length]);
  return (
    <div ref={box} className="relative min-h-0 grow overflow-y-auto px-4 py-4">
      <div ref={log} role="log" aria-label={t('log')} tabIndex={0} className="grid gap-3 rounded-lg">
        <Bubble type="bot">{t('welcome')}</Bubble>
        {messages.map((message) => (
          <Message key={message.id} message={message} onPerson={onPerson} />
        ))}
      </div>
      <p role="status" className="min-h-6 pt-2 text-sm text-t3">
        {isThinking && t('thinking')}
      </p>
      {messages.length === 0 && (
        <ul aria-label={t('promptsLabel')} className="flex flex-wrap gap-2 pt-1">
          {PROMPTS.map((id) => {
            const prompt = t(`prompts.${id}`, { product: PRODUCT_NAME });
            return (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => setTimeout(() => onPrompt(prompt), PROMPT_SENT_AFTER_MS)}
                  className="min-h-9 rounded-full border border-line2 bg-raise px-3.5 text-sm text-t1 transition-colors hover:border-edge"
                >
                  {prompt}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function Message({ message, onPerson }: { message: ChatMessage; onPerson: () => void }) {
  const { t } = useTranslation('chat');
  const addressOf = useAddress();
  const { type, content, links, offersPerson } = message;
  return (
    <Bubble type={type}>
      {content}
      {links.length > 0 && (
        <span className="mt-2 flex flex-wrap gap-x-4">
          {links.map(({ text, target, isEnglish }) => (
            <Link
              key={target}
              to={addressOf(target)}
              lang={isEnglish ? 'en' : undefined}
              className="inline-flex min-h-8 items-center text-accent underline underline-offset-4"
            >
              {text}
            </Link>
          ))}
        </span>
      )}
      {offersPerson && (
        <span className="mt-2 block">
          <button
            type="button"
            onClick={onPerson}
            className="min-h-9 rounded-lg border border-line2 bg-panel px-3.5 text-sm font-medium transition-colors hover:border-edge"
          >
            {t('handOver.action')}
          </button>
          <span className="mt-1.5 block text-xs text-t2">{t('handOver.hint')}</span>
        </span>
      )}
    </Bubble>
  );
}

/** Whatever was typed is text: line breaks are the only form that it has. */
function Bubble({ type, children }: { type: ChatMessage['type']; children: React.ReactNode }) {
  const { t } = useTranslation('chat');
  return (
    <div
      className={classNames(
        'max-w-[90%] rounded-2xl px-4 py-2.5 leading-relaxed [overflow-wrap:anywhere] whitespace-pre-line',
        type === 'user' ? 'justify-self-end bg-accbg' : 'justify-self-start bg-raise',
      )}
    >
      <span className="sr-only">{type === 'user' ? t('you') : t('assistant')}: </span>
      {children}
    </div>
  );
}
