import { useCallback, useEffect, useRef, useState } from 'react';
import type { ParameterValue, PluginParameter } from '../../../src-shared/contract/plugins.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { followParameters } from './pluginsSlice.ts';
import { usePluginCalls } from './usePluginCalls.ts';

type Step =
  | { kind: 'parameter'; index: number; from: number; to: number }
  | { kind: 'state'; from: string; to: string };

export type Side = 'a' | 'b';
const MAX_STEPS = 200;
/** A plug-in that turns its own knobs tells so in runs. */
const REREAD_DELAY_MS = 150;

/** One plug-in under the hands: its parameters, what was done to them, and two settings to compare. */
export function usePluginEditor(channelId: string, pluginId: string) {
  const call = usePluginCalls();
  const dispatch = useAppDispatch();
  const [parameters, setParameters] = useState<readonly PluginParameter[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [past, setPast] = useState<readonly Step[]>([]);
  const [future, setFuture] = useState<readonly Step[]>([]);
  const [side, setSide] = useState<Side>('a');
  const stash = useRef<Partial<Record<Side, string>>>({});
  const sending = useRef(new Map<number, number | null>());

  const apply = useCallback((change: ParameterValue) => {
    setParameters(
      (known) =>
        known?.map((parameter) => (parameter.id === change.id ? { ...parameter, ...change } : parameter)) ??
        null,
    );
  }, []);

  const read = useCallback(async () => {
    const list = await call('plugins.readParameters', { channelId, pluginId });
    setFailed(list === null);
    if (list) setParameters(list);
  }, [call, channelId, pluginId]);

  useEffect(() => {
    let timer = setTimeout(() => void read(), 0);
    const end = dispatch(
      followParameters((news) => {
        if (news.channelId !== channelId || news.pluginId !== pluginId) return;
        news.changes.filter(({ display }) => display !== '').forEach(apply);
        clearTimeout(timer);
        timer = setTimeout(() => void read(), REREAD_DELAY_MS);
      }),
    );
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [apply, channelId, dispatch, pluginId, read]);

  /** One at a time for each parameter: while one is on its way, only the newest waits. */
  const send = useCallback(
    async (index: number, value: number) => {
      if (sending.current.has(index)) return void sending.current.set(index, value);
      sending.current.set(index, null);
      for (let next: number | null = value; next !== null;) {
        const changed: ParameterValue | null = await call('plugins.setParameter', {
          channelId,
          pluginId,
          parameter: index,
          value: next,
        });
        const waiting: number | null = sending.current.get(index) ?? null;
        sending.current.set(index, null);
        if (changed && waiting === null) apply(changed);
        if (!changed) void read();
        next = changed ? waiting : null;
      }
      sending.current.delete(index);
    },
    [apply, call, channelId, pluginId, read],
  );

  const remember = (step: Step) => {
    setPast((steps) => [...steps.slice(-MAX_STEPS), step]);
    setFuture([]);
  };

  const writeState = async (state: string) => {
    const list = await call('plugins.writeState', { channelId, pluginId, state });
    if (list) setParameters(list);
    return list !== null;
  };
  const readState = async () => (await call('plugins.readState', { channelId, pluginId }))?.state ?? null;

  const play = async (step: Step, isBack: boolean) => {
    if (step.kind === 'state') return await writeState(isBack ? step.from : step.to);
    const value = isBack ? step.from : step.to;
    setParameters(
      (known) =>
        known?.map((parameter) => (parameter.index === step.index ? { ...parameter, value } : parameter)) ??
        null,
    );
    await send(step.index, value);
    return true;
  };

  return {
    parameters,
    hasFailed,
    read,
    side,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** Shown at once, sent to the plug-in, and its own word for it shown then. */
    turn({ index }: PluginParameter, value: number) {
      setParameters(
        (known) => known?.map((other) => (other.index === index ? { ...other, value } : other)) ?? null,
      );
      void send(index, value);
    },
    settle: ({ index }: PluginParameter, to: number, from: number) =>
      remember({ kind: 'parameter', index, from, to }),
    async undo() {
      const step = past.at(-1);
      if (!step) return;
      setPast(past.slice(0, -1));
      setFuture([step, ...future]);
      await play(step, true);
    },
    async redo() {
      const [step, ...rest] = future;
      if (!step) return;
      setFuture(rest);
      setPast([...past, step]);
      await play(step, false);
    },
    /** The other side begins as a copy of this one. */
    async compare(next: Side) {
      if (next === side) return;
      const now = await readState();
      if (now === null) return;
      stash.current[side] = now;
      const other = stash.current[next];
      if (other === undefined || (await writeState(other))) setSide(next);
    },
    /** A change of everything at once, that can be undone. */
    async replace(change: () => Promise<readonly PluginParameter[] | null>) {
      const from = await readState();
      const list = await change();
      if (!list) return;
      setParameters(list);
      const to = await readState();
      if (from !== null && to !== null) remember({ kind: 'state', from, to });
    },
  };
}
export type PluginEditorState = ReturnType<typeof usePluginEditor>;
