import { z } from 'zod';
import {
  bufferFramesSchema,
  DEFAULT_BUFFER_FRAMES,
  DEFAULT_SAMPLE_RATE,
  sampleRateSchema,
} from '../domain/audio.ts';
import { editorKeyChoicesSchema } from '../domain/editorKeys.ts';
import { LANGUAGE_CHOICES } from '../domain/languages.ts';
import { MAX_PLUGIN_FOLDERS } from '../domain/plugins.ts';
import { chainOfPreset, DEFAULT_LIVE_CHAIN, INITIAL_LIVE_CHAIN } from '../domain/liveChain.ts';
import { findBuiltInPreset } from '../domain/presets.ts';
import { liveChainSchema, type LiveChain } from '../domain/stripSchema.ts';
import { learnedRoomsSchema, UPDATE_FREQUENCIES } from '../domain/roomLearning.ts';
import { UPDATE_CHANNELS, UPDATE_INSTALLS } from '../domain/release.ts';
import { shortcutChoicesSchema } from '../domain/shortcuts.ts';
import { VIRTUAL_MICROPHONE } from '../domain/virtualMicrophone.ts';
import { defineEvent, defineProcedure } from './define.ts';

const deviceIdSchema = z.string().min(1).max(500).nullable();

/** Document 1, section 9: the advanced tab's. Drawings a second; the engine measures 30 times a second. */
export const METER_RATES = ['Low', 'Medium', 'High', 'Ultra'] as const;
export type MeterRate = (typeof METER_RATES)[number];
export const METER_RATE_HZ: Record<MeterRate, number> = { Low: 5, Medium: 15, High: 30, Ultra: 60 };

/** Whether figures of usage may be sent to the account. */
export function mayShareUsage({ shareAnalytics, privacyMode }: Settings): boolean {
  return shareAnalytics && !privacyMode;
}

/** More than anybody changes it; the longest ago goes first. */
const MAX_EARLIER_FOLDERS = 20;

const themeSchema = z.enum(['system', 'dark', 'light']);
const languageSchema = z.enum(LANGUAGE_CHOICES);

/** What belongs to a person: who else signs in on this computer has their own. */
const personalSettingsSchema = z.object({ theme: themeSchema, language: languageSchema });
type PersonalSettings = z.infer<typeof personalSettingsSchema>;
const PERSONAL = ['theme', 'language'] as const satisfies readonly (keyof PersonalSettings)[];
/** More than sign in on one computer; who changed theirs the longest ago goes first. */
const MAX_PERSONS = 100;

/** Preferences of this installation. A device id of null is the system's default. */
export const settingsSchema = z.object({
  /** Theme and language for users who are not signed in, and for those who have not chosen. */
  theme: themeSchema,
  language: languageSchema,
  /** The same of those who have, by the id of their account. */
  byPerson: z.record(z.string().min(1).max(100), personalSettingsSchema),
  activePresetId: z.string().max(100).nullable(),
  inputDeviceId: deviceIdSchema,
  outputDeviceId: deviceIdSchema,
  /** Where other apps get the sound from: what is played into it is their microphone. null: nothing chosen yet. */
  appsDeviceId: deviceIdSchema,
  /** Whether a session's sound goes to other apps. */
  sendToApps: z.boolean(),
  sampleRate: sampleRateSchema,
  bufferFrames: bufferFramesSchema,
  /** What a live session starts with and follows. */
  chain: liveChainSchema,
  /** Whether a session's sound goes to `outputDeviceId`, so that talkers hear themselves. */
  monitorInHeadphones: z.boolean(),
  /** Searched for plug-ins beside the folders of the system. */
  pluginFolders: z.array(z.string().trim().min(1).max(1000)).max(MAX_PLUGIN_FOLDERS),
  /** Whether the figures of ended sessions are also kept in the account of the signed-in user. */
  shareAnalytics: z.boolean(),
  /** Desktop app: SoundDesk starts when its user logs in. */
  autoStart: z.boolean(),
  /** Desktop app: a window that is minimised or closed leaves the tray's icon alone. */
  minimizeToTray: z.boolean(),
  /** Desktop app: a small window above all others while video is captured, to pause and stop. */
  captureControl: z.boolean(),
  /** The system's own notices, while no window of ours is looked at. */
  notifications: z.boolean(),
  /** Nothing is sent to the account, and the journal keeps no names of devices. */
  privacyMode: z.boolean(),
  /** A session in adaptive mode begins with what was learned of the room in front of its microphone. */
  adaptiveLearning: z.boolean(),
  /** How often that is learned again. */
  updateFrequency: z.enum(UPDATE_FREQUENCIES),
  /** Desktop app: which releases are wanted, and what happens with a new one. */
  updateChannel: z.enum(UPDATE_CHANNELS),
  updateInstall: z.enum(UPDATE_INSTALLS),
  learnedRooms: learnedRoomsSchema,
  /** How often meters and curves are drawn. */
  meterRate: z.enum(METER_RATES),
  /** Keyboard shortcuts, where the user chose other keys; null: none. */
  shortcuts: shortcutChoicesSchema,
  /** Keys of the video editor, where the user chose other ones; null: none. */
  editorKeys: editorKeyChoicesSchema,
  /** Where recordings are kept; null: in the data folder. Chosen by `takesFolder.choose`, which tries it. */
  takesFolder: z.string().min(1).max(4000).nullable(),
  /** Where they were kept before: their recordings stay in the list. */
  earlierTakesFolders: z.array(z.string().min(1).max(4000)).max(MAX_EARLIER_FOLDERS),
});
export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = {
  theme: 'dark',
  language: 'system',
  byPerson: {},
  activePresetId: null,
  inputDeviceId: null,
  outputDeviceId: null,
  appsDeviceId: null,
  sendToApps: false,
  sampleRate: DEFAULT_SAMPLE_RATE,
  bufferFrames: DEFAULT_BUFFER_FRAMES,
  chain: INITIAL_LIVE_CHAIN,
  monitorInHeadphones: false,
  pluginFolders: [],
  shareAnalytics: false,
  autoStart: false,
  minimizeToTray: false,
  captureControl: true,
  notifications: false,
  privacyMode: false,
  adaptiveLearning: false,
  updateFrequency: 'Weekly',
  updateChannel: 'stable',
  updateInstall: 'ask',
  learnedRooms: {},
  meterRate: 'Ultra',
  shortcuts: {},
  editorKeys: {},
  takesFolder: null,
  earlierTakesFolders: [],
};

/** Whether other apps are to hear a session, and from where is known. */
export function isSendingToApps({ sendToApps, appsDeviceId }: Settings): boolean {
  return sendToApps && appsDeviceId !== null;
}

/**
 * Stored settings from before monitoring and sending were two switches: the sound went to one output. It went to other
 * apps where that was the virtual microphone; all else is left, so that nobody hears themselves without asking for it.
 */
export function splitOutputs(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { listenToYourself, outputBeforeVirtualId = null, ...others } = stored;
  if (listenToYourself === undefined || others.outputDeviceId !== VIRTUAL_MICROPHONE.outputDeviceId)
    return others;
  return {
    ...others,
    outputDeviceId: outputBeforeVirtualId,
    appsDeviceId: VIRTUAL_MICROPHONE.outputDeviceId,
    sendToApps: listenToYourself,
  };
}

/** The chain where none was stored yet: the document's first values, or those of the active preset. */
export function initialChainOf(presetId: string | null): LiveChain {
  const preset = findBuiltInPreset(presetId);
  return preset ? chainOfPreset(DEFAULT_LIVE_CHAIN, preset) : INITIAL_LIVE_CHAIN;
}

/** The settings with what is changed of them; of persons, those that are named. */
export function withChanges(before: Settings, changes: Partial<Settings>): Settings {
  const { byPerson: changed = {}, ...rest } = changes;
  const others = Object.entries(before.byPerson).filter(([id]) => !Object.hasOwn(changed, id));
  const persons = [...others, ...Object.entries(changed)].slice(-MAX_PERSONS);
  return { ...before, ...rest, byPerson: Object.fromEntries(persons) };
}

/** The settings of this person; null: nobody is signed in. */
export function settingsOf(personId: string | null, settings: Settings): Settings {
  const own = personId === null ? undefined : settings.byPerson[personId];
  return own ? { ...settings, ...own } : settings;
}

/** A change by this person in its stored form: personal settings are kept for that person alone. `settings`: their current ones. */
export function changesBy(
  personId: string | null,
  settings: Settings,
  changes: Partial<Settings>,
): Partial<Settings> {
  if (personId === null || !PERSONAL.some((name) => changes[name] !== undefined)) return changes;
  const { theme = settings.theme, language = settings.language, ...rest } = changes;
  return { ...rest, byPerson: { [personId]: { theme, language } } };
}

/** What is kept of a change: a folder of recordings that was left stays known, however it was left. */
export function keepTakesFolder(before: Settings, changed: Settings): Settings {
  const left = before.takesFolder;
  if (left === null || left === changed.takesFolder) return changed;
  const others = changed.earlierTakesFolders.filter((folder) => folder !== left);
  return { ...changed, earlierTakesFolders: [...others, left].slice(-MAX_EARLIER_FOLDERS) };
}

/** What "Reset to Defaults" leaves, of the defaults that a host begins with. Recordings stay, where they are, too, and what other persons chose. */
export function resetSettingsOf(defaults: Settings, before: Settings = defaults): Settings {
  const { earlierTakesFolders, byPerson } = before;
  return { ...defaults, earlierTakesFolders, byPerson };
}

export const settingsContract = {
  'settings.read': defineProcedure({ input: z.void(), output: settingsSchema }),
  /** Changes what is named and answers the whole. A new plug-in folder comes by `plugins.addFolder` alone. */
  'settings.update': defineProcedure({
    input: settingsSchema.partial().strict(),
    output: settingsSchema,
    errors: [
      'CONFIRMATION_NEEDED',
      'SETTINGS_UNWRITABLE',
      'BAD_OPTION',
      'FILE_NOT_FOUND',
      'FILE_UNREADABLE',
      'FILE_UNWRITABLE',
      'DISK_FULL',
    ],
  }),
  /** All settings to their defaults; keys, presets and recordings stay. Answers the settings as they are then. */
  'settings.reset': defineProcedure({
    input: z.void(),
    output: settingsSchema,
    errors: ['SETTINGS_UNWRITABLE'],
  }),
  /** What was wrong with the stored settings when they were read, as a sentence; null: nothing. */
  'settings.readDamage': defineProcedure({ input: z.void(), output: z.string().nullable() }),
  'settings.onChanged': defineEvent({ payload: settingsSchema, delivery: 'every' }),
};
