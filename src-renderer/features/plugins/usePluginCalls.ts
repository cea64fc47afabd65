import { useCallback } from 'react';
import { useAppDispatch } from '../../lib/store.ts';
import { callHost, chainChanged, type CallInput, type CallOutput, type PluginCall } from './pluginsSlice.ts';

/** Calls the host; null where it refused; the user has been notified then. */
export type CallPlugins = <N extends PluginCall>(
  name: N,
  input: CallInput<N>,
) => Promise<CallOutput<N> | null>;

export function usePluginCalls(): CallPlugins {
  const dispatch = useAppDispatch();
  return useCallback(
    async (name: PluginCall, input: unknown) => {
      const result = await dispatch(callHost({ name, input }));
      if (!callHost.fulfilled.match(result)) return null;
      if (isChain(result.payload)) dispatch(chainChanged(result.payload));
      return result.payload;
    },
    [dispatch],
  ) as CallPlugins;
}

function isChain(payload: unknown): payload is CallOutput<'plugins.readChain'> {
  return typeof payload === 'object' && payload !== null && 'channelId' in payload && 'plugins' in payload;
}
