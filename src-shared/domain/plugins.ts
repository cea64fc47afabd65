/** Plug-ins of one channel, one after the other. */
export const MAX_CHAIN_PLUGINS = 16;
/** Base64 characters of what one plug-in keeps of itself; equalizers have kilobytes, the largest effects a megabyte or two. */
export const MAX_PLUGIN_STATE_CHARS = 3_000_000;
/** Folders of the user's own that are searched beside the system's. */
export const MAX_PLUGIN_FOLDERS = 20;

/** Said where the reason is not known (document 2, section 8). */
export const PLUGIN_LIST_FAILED = 'Failed to get VST plugins';
export const PLUGIN_UNLOAD_FAILED = 'Failed to unload VST plugin';
export const PLUGIN_PARAMETER_FAILED = 'Failed to set VST parameter';

/** The alert of document 2, section 8. */
export function pluginLoadFailed(message: string): string {
  return `Failed to load VST plugin: ${message}`;
}

/** What a screen needs to know of a parameter to show a control for it. */
export interface PluginParameterKind {
  stepCount: number;
  isList: boolean;
  isBypass: boolean;
  choices?: readonly string[] | undefined;
}

/** Two places are a switch, named places or a few of them a list, all else a knob. */
export function controlOf(parameter: PluginParameterKind): 'switch' | 'list' | 'knob' {
  if (parameter.isBypass) return 'switch';
  if (parameter.choices && parameter.choices.length > 1) {
    return parameter.choices.length === 2 && parameter.choices.every(isOnOrOff) ? 'switch' : 'list';
  }
  return parameter.stepCount === 1 ? 'switch' : 'knob';
}

function isOnOrOff(choice: string): boolean {
  return /^(on|off|yes|no|true|false|enabled|disabled)$/i.test(choice.trim());
}

/** Many plug-ins write six decimals: so many as can be distinguished are enough. What is no plain number stays. */
export function tidyDisplay(display: string): string {
  const text = display.trim();
  if (!/^[-+]?\d+\.\d+$/.test(text)) return text;
  const value = Number(text);
  const decimals = Math.abs(value) < 10 ? 2 : 1;
  return String(Number(value.toFixed(decimals)) + 0);
}
