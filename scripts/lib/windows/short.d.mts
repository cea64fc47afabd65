/** Where its files are. */
export interface WindowsEngine {
  addon: string;
  pluginHost: string;
  takeDriver: string;
  isShort: boolean;
}
export const SHORT_CACHE: string;
export function canBuildShort(): boolean;
export function fetchForShort(): Promise<string | null>;
export function buildShort(): Promise<WindowsEngine>;
