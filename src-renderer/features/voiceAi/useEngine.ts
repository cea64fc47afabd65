import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { DEFAULT_ENGINE, isOnlineEngine, ONLINE_ENGINES } from '../../../src-shared/domain/voiceAi/index.ts';
import { dataOf } from '../../lib/loadable.ts';
import { formatCost } from '../../lib/money.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { selectPrices, selectVoiceInfo } from './voiceSlice.ts';
import { followVoiceAi } from './voiceThunks.ts';

/** What turns sound into words, as it is set; `online` is null where nothing leaves this computer. */
export function useEngine() {
  const dispatch = useAppDispatch();
  const id = dataOf(useSelector(selectVoiceInfo))?.settings.engine ?? DEFAULT_ENGINE;
  const prices = useSelector(selectPrices);
  useEffect(() => dispatch(followVoiceAi()), [dispatch]);
  if (!isOnlineEngine(id)) return { id, online: null };
  const { name, model, price } = ONLINE_ENGINES[id];
  return { id, online: { id, provider: name, model, price: formatCost(prices[price]) } };
}
