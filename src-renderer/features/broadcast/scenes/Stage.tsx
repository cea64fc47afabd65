import { useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { SAFE_AREAS } from '../../../../src-shared/domain/broadcast/layouts.ts';
import { masterQuality } from '../../../../src-shared/domain/broadcast/quality.ts';
import type { Programme, ProgrammeView } from '../../../media/programme/index.ts';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { selectDraft } from '../broadcastSlice.ts';
import { currentProgramme, followProgramme } from '../liveProgramme.ts';
import { selectIsStudioMode, selectScenes } from './scenesSlice.ts';

/** One view of the programme; what is laid over it is seen here alone. */
export function Stage({ view, children }: { view: ProgrammeView; children?: ReactNode }) {
  const { t } = useTranslation(['broadcast', 'scenes']);
  const { quality } = useSelector(selectDraft);
  const { showsSafeAreas } = useSelector(selectScenes);
  const isStudioMode = useSelector(selectIsStudioMode);
  const programme = useSyncExternalStore(followProgramme, currentProgramme);
  const [failure, setFailure] = useState<string | null>(null);
  const { width, height } = masterQuality(quality);
  const show = useAttach(programme, view, setFailure);
  if (failure !== null)
    return <MessageBox tone="error">{t('broadcast:preview.failed', { reason: failure })}</MessageBox>;
  if (!programme) return null;
  return (
    <div className="grid gap-1.5">
      {isStudioMode && (
        <h3 className="flex items-center gap-2 text-xs font-semibold text-t1">
          <span
            aria-hidden="true"
            className={view === 'programme' ? 'size-2 rounded-full bg-rec' : 'size-2 rounded-full bg-accent'}
          />
          {t(`scenes:views.${view}`)}
        </h3>
      )}
      <div className="relative aspect-video w-full overflow-hidden rounded-lg border border-line2 bg-inset">
        <canvas
          key={quality}
          ref={show}
          role="img"
          aria-label={t(view === 'programme' ? 'broadcast:preview.canvas' : 'scenes:views.canvas')}
          width={width}
          height={height}
          className="block size-full"
        />
        {showsSafeAreas && isStudioMode === (view === 'preview') && <SafeAreas />}
        {children}
      </div>
    </div>
  );
}

/** Lines of EBU R 95 and the middle; the programme has none of them. */
function SafeAreas() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 160 90"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full fill-none stroke-white/80 [&>*]:[vector-effect:non-scaling-stroke]"
    >
      {Object.entries(SAFE_AREAS).map(([name, edge]) => (
        <rect
          key={name}
          x={160 * edge}
          y={90 * edge}
          width={160 * (1 - 2 * edge)}
          height={90 * (1 - 2 * edge)}
          strokeDasharray={name === 'action' ? undefined : '4 3'}
        />
      ))}
      <path d="M77 45h6M80 42v6" />
    </svg>
  );
}

/** The canvas shows the view as long as both are there. */
function useAttach(
  programme: Promise<Programme> | null,
  view: ProgrammeView,
  onFailed: (reason: string | null) => void,
) {
  return useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (!canvas || !programme) return undefined;
      let detach: (() => void) | null = null;
      let isOver = false;
      programme.then(
        (open) => {
          if (isOver) return;
          onFailed(null);
          detach = open.attachCanvas(canvas, view);
        },
        (error: unknown) => !isOver && onFailed(error instanceof Error ? error.message : String(error)),
      );
      return () => {
        isOver = true;
        detach?.();
      };
    },
    [programme, view, onFailed],
  );
}
