import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { selectProject } from '../editorSlice.ts';
import { lengthOf } from '../lengthOf.ts';
import { useWorkbench } from '../workbench.ts';
import { frameOfTimecode, timecodeOf } from './timecode.ts';

const FOLLOW_MS = 66;

/** Where the playhead is, written or typed, and how long the project is. */
export function Timecode() {
  const { t } = useTranslation('editor');
  const { transport } = useWorkbench();
  const project = useSelector(selectProject);
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!project) return undefined;
    const write = () => {
      const input = inputRef.current;
      if (input && document.activeElement !== input) input.value = timecodeOf(project, transport.frame());
    };
    write();
    const end = transport.subscribe(write);
    const timer = setInterval(() => transport.read().isPlaying && write(), FOLLOW_MS);
    return () => {
      end();
      clearInterval(timer);
    };
  }, [project, transport]);
  if (!project) return null;
  const go = (text: string) => {
    const frame = frameOfTimecode(project, text);
    if (frame !== null) transport.seek(Math.min(lengthOf(project), frame));
  };
  return (
    <span className="flex items-baseline gap-1 font-mono text-xs tabular-nums">
      <input
        ref={inputRef}
        aria-label={t('preview.timecode')}
        defaultValue={timecodeOf(project, 0)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
          if (event.key !== 'Enter') return;
          go(event.currentTarget.value);
          event.currentTarget.blur();
        }}
        onBlur={(event) => {
          event.currentTarget.value = timecodeOf(project, transport.frame());
        }}
        className="w-[5.9rem] rounded bg-transparent px-1 text-t1 hover:bg-raise"
      />
      <span className="text-xs text-t3">/ {timecodeOf(project, lengthOf(project))}</span>
    </span>
  );
}
