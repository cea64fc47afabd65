import { globalShortcut } from 'electron';
import type { GlobalKeys } from '../core/ports.ts';

/** Keys of the whole system, by Electron. */
export const systemKeys: GlobalKeys = {
  register: (accelerator, run) => globalShortcut.register(accelerator, run),
  unregister: (accelerator) => globalShortcut.unregister(accelerator),
};
