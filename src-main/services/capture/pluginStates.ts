import type { CaptureSetUp, PluginSlot } from '../../../src-shared/domain/captureSetUp.ts';

/**
 * What plug-ins keep of themselves, by their place in a chain. It is large and changes with every knob, so it is not
 * in the set-up that is announced with every fader: there it is null, which means "as it is known".
 */
export type PluginStates = Map<string, string>;

/** A set-up without the states, and those that it has named. */
export function splitStates(setUp: CaptureSetUp): { setUp: CaptureSetUp; states: PluginStates } {
  const states: PluginStates = new Map();
  const bare = withSlots(setUp, (slot) => {
    if (slot.state === null) return slot;
    states.set(slot.id, slot.state);
    return { ...slot, state: null };
  });
  return { setUp: bare, states };
}

/** The set-up as it is kept: each plug-in with its state. */
export function joinStates(setUp: CaptureSetUp, states: PluginStates): CaptureSetUp {
  return withSlots(setUp, (slot) => ({ ...slot, state: states.get(slot.id) ?? slot.state }));
}

function withSlots(setUp: CaptureSetUp, change: (slot: PluginSlot) => PluginSlot): CaptureSetUp {
  if (setUp.channels.every(({ plugins }) => plugins.length === 0)) return setUp;
  return {
    ...setUp,
    channels: setUp.channels.map((channel) => ({ ...channel, plugins: channel.plugins.map(change) })),
  };
}
