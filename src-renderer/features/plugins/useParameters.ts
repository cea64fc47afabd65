import { useCallback, useEffect, useRef, useState } from 'react';
import type { ParameterValue } from '../../../src-shared/contract/plugins.ts';
import type { PluginParameter } from '../../../src-shared/domain/plugins.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { followParameters } from './pluginsSlice.ts';
import { usePluginCalls } from './usePluginCalls.ts';

/** A plug-in that turns its own knobs reports that in bursts. */
const REREAD_DELAY_MS = 150;

/** The parameters of one plug-in as they are now, no matter by whom they were changed. */
export function useParameters(channelId: string, pluginId: string) {
  const call = usePluginCalls();
  const dispatch = useAppDispatch();
  const [parameters, setParameters] = useState<readonly PluginParameter[] | null>(null);
  const [hasFailed, setFailed] = useState(false);

  const apply = useCallback((change: ParameterValue) => {
    setParameters((known) => changed(known, ({ id }) => id === change.id, change));
  }, []);

  const read = useCallback(async () => {
    const list = await call('plugins.readParameters', { channelId, pluginId });
    setFailed(list === null);
    if (list) setParameters(list);
  }, [call, channelId, pluginId]);

  useEffect(() => {
    let timer = setTimeout(() => void read(), 0);
    const end = dispatch(
      followParameters((event) => {
        if (event.channelId !== channelId || event.pluginId !== pluginId) return;
        event.changes.filter(({ display }) => display !== '').forEach(apply);
        clearTimeout(timer);
        timer = setTimeout(() => void read(), REREAD_DELAY_MS);
      }),
    );
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [apply, channelId, dispatch, pluginId, read]);

  const send = useSending(channelId, pluginId, { apply, read });
  /** Shown at once, sent to the plug-in, and its own word for it shown then. */
  async function set(index: number, value: number): Promise<void> {
    setParameters((known) => changed(known, (parameter) => parameter.index === index, { value }));
    await send(index, value);
  }

  return { parameters, hasFailed, read, set, replaceAll: setParameters };
}

/** One at a time for each parameter: while one is on its way, only the newest waits. */
function useSending(
  channelId: string,
  pluginId: string,
  { apply, read }: { apply: (change: ParameterValue) => void; read: () => Promise<void> },
) {
  const call = usePluginCalls();
  const sending = useRef(new Map<number, number | null>());
  return useCallback(
    async (index: number, value: number) => {
      if (sending.current.has(index)) return void sending.current.set(index, value);
      sending.current.set(index, null);
      for (let next: number | null = value; next !== null;) {
        const taken: ParameterValue | null = await call('plugins.setParameter', {
          channelId,
          pluginId,
          parameter: index,
          value: next,
        });
        const waiting: number | null = sending.current.get(index) ?? null;
        sending.current.set(index, null);
        if (taken && waiting === null) apply(taken);
        if (!taken) void read();
        next = taken ? waiting : null;
      }
      sending.current.delete(index);
    },
    [apply, call, channelId, pluginId, read],
  );
}

function changed(
  known: readonly PluginParameter[] | null,
  isOne: (parameter: PluginParameter) => boolean,
  change: Partial<PluginParameter>,
) {
  return known?.map((parameter) => (isOne(parameter) ? { ...parameter, ...change } : parameter)) ?? null;
}
