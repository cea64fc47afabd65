import { useCallback, useSyncExternalStore, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { LAYOUT_IDS } from '../../../src-shared/domain/broadcast/layouts.ts';
import { masterQuality } from '../../../src-shared/domain/broadcast/quality.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { Programme } from '../../media/programme/index.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { changeDraft } from './changeDraft.ts';
import { selectDraft, selectSources } from './broadcastSlice.ts';
import { currentProgramme, followProgramme } from './liveProgramme.ts';
import { LayoutChoice } from './LayoutChoice.tsx';

/** What viewers see, and how it is laid out. */
export function PreviewCard() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { quality, layout, transition } = useSelector(selectDraft);
  const hasSources = useSelector(selectSources).length > 0;
  const programme = useSyncExternalStore(followProgramme, currentProgramme);
  const [failure, setFailure] = useState<string | null>(null);
  const { width, height } = masterQuality(quality);
  const show = useAttach(programme, setFailure);
  return (
    <Card aria-labelledby="broadcast-preview">
      <CardHeader
        id="broadcast-preview"
        title={t('preview.title')}
        actions={
          <SegmentedControl
            label={t('preview.transition')}
            value={transition}
            segments={[
              { value: 'cut', label: t('preview.cut') },
              { value: 'fade', label: t('preview.fade') },
            ]}
            onChange={(value) => dispatch(changeDraft({ transition: value }))}
          />
        }
      />
      <div className="grid gap-3">
        {failure === null ? (
          programme && (
            <canvas
              key={quality}
              ref={show}
              role="img"
              aria-label={t('preview.canvas')}
              width={width}
              height={height}
              className="aspect-video w-full rounded-lg border border-line2 bg-inset"
            />
          )
        ) : (
          <MessageBox tone="error">{t('preview.failed', { reason: failure })}</MessageBox>
        )}
        {!hasSources && <p className="text-xs text-t3">{t('preview.empty')}</p>}
        <LayoutChoice
          value={layout}
          layouts={LAYOUT_IDS}
          onChange={(value) => dispatch(changeDraft({ layout: value }))}
        />
      </div>
    </Card>
  );
}

/** The canvas shows the programme as long as both are there. */
function useAttach(programme: Promise<Programme> | null, onFailed: (reason: string | null) => void) {
  return useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (!canvas || !programme) return undefined;
      let detach: (() => void) | null = null;
      let isOver = false;
      programme.then(
        (open) => {
          if (isOver) return;
          onFailed(null);
          detach = open.attachCanvas(canvas);
        },
        (error: unknown) => !isOver && onFailed(error instanceof Error ? error.message : String(error)),
      );
      return () => {
        isOver = true;
        detach?.();
      };
    },
    [programme, onFailed],
  );
}
