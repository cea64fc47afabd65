import type { Settings } from '../../../src-shared/contract/settings.ts';
import type { SettingsPatch } from '../workspace/index.ts';

/** One control of the screen reads and writes one of these. */
export interface FormValues extends Omit<Settings, NotOnForm>, ChainValues {}

/** What is set elsewhere, or at once. */
type NotOnForm =
  | 'chain'
  | 'byPerson'
  | 'activePresetId'
  | 'appsDeviceId'
  | 'sendToApps'
  | 'pluginFolders'
  | 'learnedRooms'
  | 'takesFolder'
  | 'editorKeys'
  | 'earlierTakesFolders';

/** What of the live chain the screen shows: the rest is set on the Audio Enhancement screen. */
interface ChainValues {
  sensitivity: number;
  inputGain: number;
  outputVolume: number;
  noiseCancellationLevel: number;
  isGateOn: boolean;
  noiseGateThreshold: number;
  echoCancellation: boolean;
  noiseSuppression: boolean;
  automaticGain: boolean;
  voicePreservation: boolean;
  adaptiveMode: boolean;
}

export type FieldName = keyof FormValues;
/** What was changed and is not saved: the value, and what was kept when it was changed. */
export type Draft = { [F in FieldName]?: { base: FormValues[F]; value: FormValues[F] } };

const CHAIN_FIELDS = {
  sensitivity: true,
  inputGain: true,
  outputVolume: true,
  noiseCancellationLevel: true,
  isGateOn: true,
  noiseGateThreshold: true,
  echoCancellation: true,
  noiseSuppression: true,
  automaticGain: true,
  voicePreservation: true,
  adaptiveMode: true,
} as const satisfies Record<keyof ChainValues, true>;

/** The settings as the screen's controls show them. */
export function formOf(settings: Settings): FormValues {
  const {
    chain,
    byPerson: _persons,
    activePresetId: _preset,
    pluginFolders: _folders,
    learnedRooms: _rooms,
    takesFolder: _folder,
    appsDeviceId: _apps,
    sendToApps: _sending,
    editorKeys: _keys,
    earlierTakesFolders: _earlier,
    ...plain
  } = settings;
  return {
    ...plain,
    sensitivity: chain.denoise.sensitivity,
    noiseCancellationLevel: chain.denoise.reduction,
    noiseSuppression: chain.denoise.engine !== 'off',
    inputGain: chain.inputGain,
    outputVolume: chain.outputVolume,
    isGateOn: chain.gate.isOn,
    noiseGateThreshold: chain.gate.threshold,
    echoCancellation: chain.echoCancellation,
    automaticGain: chain.automaticGain,
    voicePreservation: chain.voicePreservation,
    adaptiveMode: chain.adaptiveMode,
  };
}

/** The change of the settings that a draft asks for, over what is kept now. */
export function patchOf(draft: Draft, settings: Settings): SettingsPatch {
  const wanted = valuesOf(draft);
  const entries = Object.entries(wanted).filter(([field]) => !(field in CHAIN_FIELDS));
  const patch = Object.fromEntries(entries) as SettingsPatch;
  if (!Object.keys(wanted).some((field) => field in CHAIN_FIELDS)) return patch;
  const { chain } = settings;
  const now = { ...formOf(settings), ...wanted };
  return {
    ...patch,
    chain: {
      ...chain,
      inputGain: now.inputGain,
      outputVolume: now.outputVolume,
      echoCancellation: now.echoCancellation,
      automaticGain: now.automaticGain,
      voicePreservation: now.voicePreservation,
      adaptiveMode: now.adaptiveMode,
      denoise: {
        ...chain.denoise,
        engine: now.noiseSuppression ? 'rnnoise' : 'off',
        sensitivity: now.sensitivity,
        reduction: now.noiseCancellationLevel,
      },
      gate: { isOn: now.isGateOn, threshold: now.noiseGateThreshold },
    },
  };
}

/** What the draft wants, without what was kept before. */
export function valuesOf(draft: Draft): Partial<FormValues> {
  const entries = Object.entries(draft).map(([field, { value }]) => [field, value] as const);
  return Object.fromEntries(entries);
}

/** Fields whose kept value is another one than when they were changed here: another window was at them. */
export function conflictsOf(draft: Draft, settings: Settings): FieldName[] {
  const kept = formOf(settings);
  return (Object.keys(draft) as FieldName[]).filter((field) => {
    const change = draft[field];
    return change !== undefined && !isSame(kept[field], change.base) && !isSame(kept[field], change.value);
  });
}

/** Values are plain JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
}
