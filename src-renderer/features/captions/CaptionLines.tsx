import './texts.ts';
import { useEffect, useRef } from 'react';
import type { CaptionLine } from '../../../src-shared/contract/captions.ts';
import type { ChannelColour } from '../../../src-shared/domain/videoChannels.ts';
import { classNames } from '../../lib/classNames.ts';

/** As text on every surface of the theme. */
const NAMES: Readonly<Record<ChannelColour, string>> = {
  blue: 'text-[#2563d9] dark:text-[#7aabff]',
  green: 'text-[#0b7249] dark:text-[#3ecf8e]',
  amber: 'text-[#8a5a00] dark:text-[#f5b94a]',
  red: 'text-[#b32525] dark:text-[#ff8080]',
  violet: 'text-[#6d3fd0] dark:text-[#b395fa]',
  teal: 'text-[#0a6c7a] dark:text-[#3fc4d6]',
};

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
          <b className={classNames('font-semibold', NAMES[colour])}>{name}</b>{' '}
          <span className="text-t1">{text}</span>
        </p>
      ))}
    </div>
  );
}
