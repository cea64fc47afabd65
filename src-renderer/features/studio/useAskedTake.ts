import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { readAskedTake, type TakeRequest } from '../recording/index.ts';
import { selectTakesSupport } from '../workspace/index.ts';

export interface AskedOfList {
  /** The recording that the address asks for; null where it names none of these. */
  take: TakeSummary | null;
  request: TakeRequest;
  /** Another one each time that something else is asked for. */
  key: string;
  /** What was asked for is done: the address asks no more. */
  onDone: () => void;
}

/** What the page's address asks of a list of recordings. */
export function useAskedTake(takes: readonly TakeSummary[]): AskedOfList {
  const [params, setParams] = useSearchParams();
  const support = useSelector(selectTakesSupport);
  const asked = readAskedTake(params);
  const take = takes.find(({ id, status }) => id === asked?.id && status !== 'recording') ?? null;
  const canExport = support?.supported === true && support.exports.some((what) => what !== 'files');
  const wanted = asked?.request ?? 'show';
  return {
    take,
    // Where only its files can be had, they are in its row.
    request: wanted === 'export' && !canExport ? 'show' : wanted,
    key: take ? `${take.id} ${wanted}` : '',
    onDone: () => setParams({}, { replace: true }),
  };
}
