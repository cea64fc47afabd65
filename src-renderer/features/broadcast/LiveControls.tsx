import { Flag, Mic, MicOff } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useShortcut, useShortcutText } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { selectBroadcast, selectLive } from './broadcastSlice.ts';
import { markLive, muteLive } from './broadcastThunks.ts';

/** Mute and marker, by button and by key, while live. */
export function LiveControls() {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const isMuted = useSelector(selectLive)?.isMuted ?? false;
  const { events } = useSelector(selectBroadcast);
  const isConnected = useSelector(selectIsConnected);
  const number = events.filter(({ kind }) => kind === 'marker').length + 1;
  const mute = () => void dispatch(muteLive(!isMuted));
  const mark = () => void dispatch(markLive(t('live.markerName', { number })));
  useShortcut('broadcast.mute', mute, { isEnabled: isConnected });
  useShortcut('broadcast.mark', mark, { isEnabled: isConnected });
  const muteKeys = useShortcutText('broadcast.mute');
  const markKeys = useShortcutText('broadcast.mark');
  const MuteIcon = isMuted ? MicOff : Mic;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        aria-pressed={isMuted}
        aria-keyshortcuts={muteKeys.aria}
        disabled={!isConnected}
        onClick={mute}
        className={isMuted ? 'border-red text-red-text' : undefined}
      >
        <MuteIcon aria-hidden="true" className="size-4" />
        {t('live.mute')}
        {muteKeys.text !== undefined && <Kbd>{muteKeys.text}</Kbd>}
      </Button>
      <Button aria-keyshortcuts={markKeys.aria} disabled={!isConnected} onClick={mark}>
        <Flag aria-hidden="true" className="size-4" />
        {t('live.marker')}
        {markKeys.text !== undefined && <Kbd>{markKeys.text}</Kbd>}
      </Button>
      <p role="status" className="text-xs text-red-text">
        {isMuted && t('live.muted')}
      </p>
    </div>
  );
}
