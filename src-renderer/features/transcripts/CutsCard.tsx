import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { cutsOf, type CutSec } from '../../../src-shared/domain/edit/cutsOf.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { selectEditorSupport } from '../workspace/index.ts';
import { makeCutProject } from './cutProject.ts';
import type { Draft, DraftState } from './draft.ts';
import type { Reading } from './reading.ts';

interface CutsCardProps {
  draft: Draft;
  state: DraftState;
  reading: Reading;
  takeId: string;
  name: string;
}

/** What the marked words take out, and the project that is cut so. */
export function CutsCard({ draft, state, reading, takeId, name }: CutsCardProps) {
  const { t } = useTranslation('transcriptEditor');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const support = useSelector(selectEditorSupport);
  const [isMaking, setMaking] = useState(false);
  const [failure, setFailure] = useState<RpcFailure | null>(null);
  const { cut } = state.edits;
  const cuts = useMemo(() => cutsOfMarks(reading, cut), [reading, cut]);
  const seconds = cuts.reduce((sum, { fromSec, toSec }) => sum + toSec - fromSec, 0);
  const make = async () => {
    setMaking(true);
    setFailure(null);
    const made = await dispatch(makeCutProject({ takeId, name: t('cuts.project', { name }), cuts }));
    setMaking(false);
    if (made.success) void navigate(`${ROUTES.videoEditor}?project=${encodeURIComponent(made.data)}`);
    else setFailure(made.error);
  };
  return (
    <Card aria-labelledby="transcript-cuts">
      <CardHeader id="transcript-cuts" title={t('cuts.title')} />
      {cuts.length === 0 ? (
        <p className="text-t2">{t('cuts.none')}</p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
          <p className="text-t1">
            {t('cuts.count', { count: cuts.length, seconds: formatFigure(seconds, 1) })}
          </p>
          {failure && <MessageBox tone="error">{failure.message}</MessageBox>}
          {support?.supported === true ? (
            <Button className="!whitespace-normal" isBusy={isMaking} onClick={() => void make()}>
              {t('cuts.make')}
            </Button>
          ) : (
            support && <p className="text-xs text-t3">{support.reason}</p>
          )}
          <div>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => draft.apply({ on: 'cut', words: [...cut], isCut: false })}
            >
              {t('cuts.clear')}
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}

function cutsOfMarks({ startSecs, endSecs }: Reading, cut: ReadonlySet<number>): CutSec[] {
  if (cut.size === 0) return [];
  const words = Array.from(startSecs, (startSec, place) => ({
    startSec,
    endSec: endSecs[place] ?? startSec,
  }));
  return cutsOf(words, (place) => cut.has(place));
}
