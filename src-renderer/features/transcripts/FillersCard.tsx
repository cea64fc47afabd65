import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { fillerLanguage, type FillerKind } from '../../../src-shared/domain/transcript/fillers.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Draft, DraftState } from './draft.ts';

const KINDS: readonly FillerKind[] = ['sound', 'repeat', 'phrase'];

interface FillersCardProps {
  draft: Draft;
  state: DraftState;
  /** null until they are looked for. */
  fillers: ReadonlyMap<number, FillerKind> | null;
}

/** Filler words by kind, and one step that marks them. Phrases are looked at first: they often mean something. */
export function FillersCard({ draft, state, fillers }: FillersCardProps) {
  const { t } = useTranslation('transcriptEditor');
  const [chosen, setChosen] = useState<readonly FillerKind[]>(['sound', 'repeat']);
  const placesOf = (kind: FillerKind) =>
    [...(fillers ?? [])].flatMap(([place, one]) => (one === kind ? [place] : []));
  const open = chosen.flatMap(placesOf).filter((place) => !state.edits.cut.has(place));
  return (
    <Card aria-labelledby="transcript-fillers">
      <CardHeader id="transcript-fillers" title={t('fillers.title')} />
      {fillers === null ? (
        <Skeleton className="h-20" />
      ) : fillers.size === 0 ? (
        <p className="text-t2">{t('fillers.none')}</p>
      ) : (
        <div className="grid gap-2">
          {KINDS.map((kind) => {
            const count = placesOf(kind).length;
            return (
              <label key={kind} className="flex items-center gap-2 text-t1">
                <input
                  aria-label={t(`fillers.kinds.${kind}`)}
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={chosen.includes(kind) && count > 0}
                  disabled={count === 0}
                  onChange={({ target }) =>
                    setChosen((last) => [
                      ...last.filter((one) => one !== kind),
                      ...(target.checked ? [kind] : []),
                    ])
                  }
                />
                <span className="grow">{t(`fillers.kinds.${kind}`)}</span>
                <span className="text-xs text-t3 tabular-nums">{count}</span>
              </label>
            );
          })}
          <div>
            <Button
              size="sm"
              disabled={open.length === 0}
              onClick={() => draft.apply({ on: 'cut', words: open, isCut: true })}
            >
              {t('fillers.mark')}
            </Button>
          </div>
        </div>
      )}
      {fillerLanguage(draft.transcript.language) === null && (
        <p className="mt-2 text-xs text-t3">{t('fillers.unknownLanguage')}</p>
      )}
    </Card>
  );
}
