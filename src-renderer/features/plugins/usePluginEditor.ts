import { useRef, useState } from 'react';
import type { PluginParameter } from '../../../src-shared/domain/plugins.ts';
import { useParameters } from './useParameters.ts';
import { usePluginCalls } from './usePluginCalls.ts';
import { useSteps } from './useSteps.ts';

export type Side = 'a' | 'b';

/** One plug-in under the hands: its parameters, what was done to them, and two settings to compare. */
export function usePluginEditor(channelId: string, pluginId: string) {
  const call = usePluginCalls();
  const { replaceAll, set, ...list } = useParameters(channelId, pluginId);
  const [side, setSide] = useState<Side>('a');
  const stash = useRef<Partial<Record<Side, string>>>({});

  const readState = async () => (await call('plugins.readState', { channelId, pluginId }))?.state ?? null;
  const writeState = async (state: string) => {
    const written = await call('plugins.writeState', { channelId, pluginId, state });
    if (written) replaceAll(written);
    return written !== null;
  };

  const { remember, ...steps } = useSteps(async (step, isBack) => {
    if (step.kind === 'state') await writeState(isBack ? step.from : step.to);
    else await set(step.index, isBack ? step.from : step.to);
  });

  return {
    ...list,
    ...steps,
    side,
    turn: ({ index }: PluginParameter, value: number) => void set(index, value),
    settle: ({ index }: PluginParameter, to: number, from: number) =>
      remember({ kind: 'parameter', index, from, to }),
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
      const changed = await change();
      if (!changed) return;
      replaceAll(changed);
      const to = await readState();
      if (from !== null && to !== null) remember({ kind: 'state', from, to });
    },
  };
}
export type PluginEditorState = ReturnType<typeof usePluginEditor>;
