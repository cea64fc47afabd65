import { Play, Square } from 'lucide-react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { Project } from '../../../../src-shared/domain/edit/document.ts';
import type { FrameRange } from '../../../../src-shared/domain/edit/timeline.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { timecodeOf } from '../preview/timecode.ts';
import { useWorkbench } from '../workbench.ts';
import { secondsIn } from './secondsIn.ts';
import { useListening } from './useListening.ts';

const MOST_SHOWN = 300;

interface PauseListProps {
  project: Project;
  pauses: readonly FrameRange[];
  /** First frames of those that stay. */
  left: ReadonlySet<number>;
  onLeft: (left: ReadonlySet<number>) => void;
}

/** What would go, one by one: each can be heard as it would be, and left as it is. */
export function PauseList({ project, pauses, left, onLeft }: PauseListProps) {
  const { t } = useTranslation('editor');
  const { transport } = useWorkbench();
  const { heard, listen, stop } = useListening();
  const choose = (from: number, isCut: boolean) => {
    const next = new Set(left);
    if (isCut) next.delete(from);
    else next.add(from);
    onLeft(next);
  };
  return (
    <ul aria-label={t('talk.pauses.list')} className="grid gap-1">
      {pauses.slice(0, MOST_SHOWN).map((pause) => {
        const timecode = timecodeOf(project, pause.from);
        const isHeard = heard === pause.from;
        return (
          <li key={pause.from} className="flex items-center gap-2 text-xs">
            <input
              type="checkbox"
              aria-label={t('talk.pauses.include', { timecode })}
              checked={!left.has(pause.from)}
              onChange={({ currentTarget }) => choose(pause.from, currentTarget.checked)}
              className="size-4 accent-accent"
            />
            <button
              type="button"
              aria-label={t('talk.goTo', { timecode })}
              onClick={() => transport.seek(pause.from)}
              className="grow rounded px-1 py-1 text-left text-t2 tabular-nums hover:bg-raise hover:text-t1"
            >
              {timecode}
            </button>
            <span className="text-t3 tabular-nums">{secondsIn(project, [pause])} s</span>
            <IconButton
              label={isHeard ? t('talk.stop') : t('talk.listen', { timecode })}
              icon={isHeard ? <Square aria-hidden="true" /> : <Play aria-hidden="true" />}
              className="!size-7"
              onClick={() => (isHeard ? stop() : void listen(project, pause))}
            />
          </li>
        );
      })}
      {pauses.length > MOST_SHOWN && (
        <li className="text-xs text-t3">{t('talk.more', { count: pauses.length - MOST_SHOWN })}</li>
      )}
    </ul>
  );
}
