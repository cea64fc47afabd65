import type { CaptureChannel } from '../../../src-shared/domain/captureSetUp.ts';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { changeChannel } from './studioThunks.ts';

export const SWITCH =
  'inline-grid h-8 grow place-items-center rounded-lg border text-xs font-semibold transition-colors disabled:opacity-50 disabled:pointer-events-none';
export const SWITCH_OFF = 'border-line2 text-t2 hover:border-edge hover:text-t1';

/** The two switches of an audio channel that change what is heard. */
export function MuteSolo({
  channel,
  texts,
}: {
  channel: CaptureChannel;
  texts: { mute: string; solo: string };
}) {
  const dispatch = useAppDispatch();
  const { id: channelId, isMuted, isSolo } = channel;
  const set = (changes: Partial<Pick<CaptureChannel, 'isMuted' | 'isSolo'>>) =>
    void dispatch(changeChannel({ channelId, changes }));
  return (
    <>
      <button
        type="button"
        aria-label={texts.mute}
        aria-pressed={isMuted}
        title={texts.mute}
        onClick={() => set({ isMuted: !isMuted })}
        className={classNames(SWITCH, isMuted ? 'border-transparent bg-amb text-black' : SWITCH_OFF)}
      >
        M
      </button>
      <button
        type="button"
        aria-label={texts.solo}
        aria-pressed={isSolo}
        title={texts.solo}
        onClick={() => set({ isSolo: !isSolo })}
        className={classNames(SWITCH, isSolo ? 'border-transparent bg-accent text-on-accent' : SWITCH_OFF)}
      >
        S
      </button>
    </>
  );
}
