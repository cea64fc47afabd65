import { Pause, Play } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import type { ComparePlayer } from '../../media/comparePlayer.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';

interface PlayerControlsProps {
  player: ComparePlayer;
  /** Where there is no clean sound yet, there is nothing to choose. */
  hasAfter?: boolean;
  /** Also what was taken away: where both are as loud as each other. */
  hasRemoved?: boolean;
}

/** Play and pause, what is heard, and where it is. */
export function PlayerControls({ player, hasAfter = true, hasRemoved = false }: PlayerControlsProps) {
  const { t } = useTranslation('comparePlayer');
  const { isPlaying, side, error } = useSyncExternalStore(player.subscribe, player.read);
  useEffect(() => {
    if (!hasRemoved && player.read().side === 'removed') player.setSide('after');
  }, [player, hasRemoved]);
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Button onClick={() => (isPlaying ? player.pause() : player.play())}>
        {isPlaying ? (
          <Pause aria-hidden="true" className="size-4" />
        ) : (
          <Play aria-hidden="true" className="size-4" />
        )}
        {t(isPlaying ? 'pause' : 'play')}
      </Button>
      {hasAfter && (
        <SegmentedControl
          label={t('heard')}
          segments={[
            { value: 'before', label: t('raw') },
            { value: 'after', label: t('clean') },
            ...(hasRemoved ? [{ value: 'removed' as const, label: t('removed') }] : []),
          ]}
          value={side}
          onChange={player.setSide}
        />
      )}
      <Position player={player} isPlaying={isPlaying} />
      {error !== null && (
        <span role="alert" className="text-xs text-red-text">
          {t('failed', { reason: error })}
        </span>
      )}
    </div>
  );
}

/** Ticks with the seconds, so that React draws once a second at most. */
function Position({ player, isPlaying }: { player: ComparePlayer; isPlaying: boolean }) {
  const [sec, setSec] = useState(() => player.positionSec());
  useEffect(() => {
    const update = () => setSec(Math.floor(player.positionSec()));
    update();
    const unsubscribe = player.subscribe(update);
    const timer = isPlaying ? setInterval(update, 200) : undefined;
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }, [player, isPlaying]);
  return (
    <span className="font-mono text-xs text-t2 tabular-nums">
      {formatTimer(sec)} / {formatTimer(player.durationSec)}
    </span>
  );
}
