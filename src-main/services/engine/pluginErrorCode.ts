import { ERROR_CODES, type ErrorCode } from '../../../src-shared/contract/errors.ts';

/** What the program that loads plug-ins says (`native/plugin/plugin_failure.hpp`), in the words of the contract. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  PLUGIN_PARAMETER_UNKNOWN: 'PARAMETER_NOT_FOUND',
  PLUGIN_STATE_INVALID: 'PLUGIN_PRESET_INVALID',
  PLUGIN_PRESET_UNREADABLE: 'PLUGIN_PRESET_INVALID',
  PLUGIN_PRESET_OF_OTHER_PLUGIN: 'PLUGIN_PRESET_INVALID',
  PLUGIN_NO_EDITOR: 'PLUGIN_EDITOR_UNAVAILABLE',
  PLUGIN_NO_DISPLAY: 'PLUGIN_EDITOR_UNAVAILABLE',
  PLUGIN_INSTANCE_UNKNOWN: 'PLUGIN_NOT_LOADED',
};

/** A code from outside; what is not known becomes `otherwise`. */
export function pluginErrorCode(code: string, otherwise: ErrorCode): ErrorCode {
  const known = Object.hasOwn(CODES, code) ? CODES[code] : ERROR_CODES.find((entry) => entry === code);
  return known ?? otherwise;
}
