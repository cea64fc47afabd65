import { useCallback, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { Painting } from '../../../lib/canvasPainter.ts';
import { useCanvasPainter } from '../../../lib/useCanvasPainter.ts';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import type { PreviewStore } from './previewStore.ts';
import { drawScope, SCOPES, type ScopeKind } from './scopes.ts';

/** What a frame is made of, measured on the frame that is shown. */
export function Scopes({ store }: { store: PreviewStore }) {
  const { t } = useTranslation('editor');
  const [kind, setKind] = useState<ScopeKind>('histogram');
  const createPainting = useCallback(
    (): Painting => ({
      advance: () => ({ isChanged: true, isMoving: false }),
      draw: (brush) => {
        const frame = store.shown();
        if (frame) drawScope(kind, brush, frame);
      },
    }),
    [store, kind],
  );
  const canvasRef = useCanvasPainter(store, createPainting);
  return (
    <div className="grid gap-2 border-t border-line2 p-2">
      <SegmentedControl
        label={t('preview.scopes')}
        value={kind}
        onChange={setKind}
        segments={SCOPES.map((value) => ({ value, label: t(`preview.${value}`) }))}
      />
      <canvas
        ref={canvasRef}
        role="img"
        aria-label={t(`preview.${kind}`)}
        className="h-36 w-full rounded bg-inset"
      />
      <DrawnBy store={store} />
    </div>
  );
}

/** Which part of the computer drew the frame, and why. */
function DrawnBy({ store }: { store: PreviewStore }) {
  const { t } = useTranslation('editor');
  const frame = useSyncExternalStore(store.subscribe, store.shown);
  if (!frame) return null;
  const { width, height, drawn } = frame;
  const size = t('preview.size', { width, height });
  const who = drawn.by === 'card' ? t('preview.byCard', { card: drawn.card }) : t('preview.byProcessor');
  const why = drawn.refusal === null ? [] : [t(`preview.refusals.${drawn.refusal}`)];
  return <p className="text-xs text-t3">{[size, who, ...why].join(' ')}</p>;
}
