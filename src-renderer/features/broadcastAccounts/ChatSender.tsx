import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { MOST_CHAT_CHARS, type AccountPlatform } from '../../../src-shared/domain/broadcast/accounts.ts';
import { platformOf } from '../../../src-shared/domain/broadcast/platforms.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { sendChat } from './accountsThunks.ts';
import { useProblemWords } from './useProblemWords.ts';

/** Writes to the chats that are chosen; all of them at first. */
export function ChatSender({ platforms }: { platforms: readonly AccountPlatform[] }) {
  const { t } = useTranslation('broadcastAccounts');
  const dispatch = useAppDispatch();
  const words = useProblemWords();
  const [text, setText] = useState('');
  const [left, setLeft] = useState<readonly AccountPlatform[]>([]);
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const chosen = platforms.filter((platform) => !left.includes(platform));
  const most = Math.min(...chosen.map((platform) => MOST_CHAT_CHARS[platform]));
  const send = async () => {
    const message = text.trim();
    if (message === '' || isBusy) return;
    if (message.length > most) return setProblem(t('chat.tooLong', { count: most }));
    setBusy(true);
    const result = await dispatch(sendChat({ platforms: chosen, text: message }));
    setBusy(false);
    if (!sendChat.fulfilled.match(result)) return setProblem(result.payload?.message);
    const refusals = result.payload.map(({ platform, problem: why }) =>
      t('chat.notSent', { platform: platformOf(platform).name, reason: words(why) }),
    );
    setProblem(refusals.length > 0 ? refusals.join(' ') : undefined);
    // What nobody got is kept.
    if (refusals.length < chosen.length) setText('');
  };
  if (platforms.length === 0) return null;
  return (
    <form
      className="grid gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={t('chat.message')} error={problem}>
        {(control) => (
          <Input
            {...control}
            value={text}
            maxLength={MOST_CHAT_CHARS.twitch}
            autoComplete="off"
            onChange={({ target }) => (setText(target.value), setProblem(undefined))}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          {platforms.map((platform) => (
            <label key={platform} className="flex items-center gap-1.5 text-xs text-t2">
              <input
                type="checkbox"
                aria-label={t('chat.sendTo', { platform: platformOf(platform).name })}
                checked={!left.includes(platform)}
                className="size-4 accent-accent"
                onChange={({ target }) =>
                  setLeft(target.checked ? left.filter((other) => other !== platform) : [...left, platform])
                }
              />
              {platformOf(platform).name}
            </label>
          ))}
        </span>
        <Button type="submit" size="sm" isBusy={isBusy} disabled={text.trim() === '' || chosen.length === 0}>
          {t('chat.send')}
        </Button>
      </div>
    </form>
  );
}
