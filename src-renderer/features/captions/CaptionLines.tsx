import './texts.ts';
import { useEffect, useRef } from 'react';
import type { CaptionLine } from '../../../src-shared/contract/captions.ts';
import { classNames } from '../../lib/classNames.ts';
import { SpeakerName } from '../../ui/SpeakerName.tsx';

/** How far from its end a list still follows what is said. */
const FOLLOWS_WITHIN_PX = 80;

/** Whoever pauses for so long begins again. */
const PAUSE_MS = 4000;

/** What one person says before another one does. */
function turnsOf(lines: readonly CaptionLine[]): CaptionLine[] {
  const turns: CaptionLine[] = [];
  for (const line of lines) {
    const last = turns.at(-1);
    const isSame = last?.channelId === line.channelId && last.name === line.name;
    if (!last || !isSame || line.startMs - last.endMs >= PAUSE_MS) turns.push(line);
    else turns[turns.length - 1] = { ...last, endMs: line.endMs, text: `${last.text} ${line.text}` };
  }
  return turns;
}

interface CaptionLinesProps {
  lines: readonly CaptionLine[];
  label: string;
  className?: string;
}

/** Who said what, the newest last and in sight; one who has scrolled back is left where he reads. */
export function CaptionLines({ lines, label, className }: CaptionLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const { current } = box;
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [lines]);
  return (
    <div
      ref={box}
      role="log"
      aria-label={label}
      tabIndex={0}
      className={classNames('overflow-y-auto break-words', className)}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - clientHeight - scrollTop < FOLLOWS_WITHIN_PX;
      }}
    >
      {turnsOf(lines).map(({ id, name, colour, text }) => (
        <p key={id}>
          <SpeakerName name={name} colour={colour} /> <span className="text-t1">{text}</span>
        </p>
      ))}
    </div>
  );
}
