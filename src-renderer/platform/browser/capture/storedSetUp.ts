import {
  captureSetUpSchema,
  EMPTY_SET_UP,
  type CaptureSetUp,
} from '../../../../src-shared/domain/captureSetUp.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { CHANNEL_CAPS } from '../../../../src-shared/domain/channelCaps.ts';
import { checkedSetUp } from '../../../../src-shared/handlers/capture.ts';
import { createStoredValue, type TextStorage } from '../../../lib/storedValue.ts';

export const SET_UP_KEY = 'sounddesk.studio.setUp';

/** What cannot be otherwise in a browser. */
const FIXED = {
  sampleRate: 48_000,
  latencyModeMs: null,
  monitorDeviceId: null,
  programDeviceId: null,
} as const;
const EMPTY: CaptureSetUp = {
  ...EMPTY_SET_UP,
  ...FIXED,
  // Its own quota ends a take.
  recording: { ...EMPTY_SET_UP.recording, mode: 'multitrack', keepFreeBytes: 0 },
};

/** The studio's set-up in this browser's storage. `onProblem` hears a sentence for the user. */
export function createStoredSetUp(storage: TextStorage, onProblem: (message: string) => void) {
  const stored = createStoredValue({
    storage,
    key: SET_UP_KEY,
    schema: captureSetUpSchema,
    onDamaged: (asideKey) =>
      onProblem(
        `The studio’s channels kept in this browser could not be read. ${
          asideKey === null ? 'There is no room to keep them.' : `They are kept as "${asideKey}".`
        }`,
      ),
  });
  return {
    read: () => stored.read() ?? EMPTY,
    /** Without storage the channels hold until the page is left. */
    write(setUp: CaptureSetUp): void {
      try {
        stored.write(setUp);
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
      }
    },
  };
}

/** Throws `BAD_OPTION` where this browser cannot do it. */
export function assertPossible(setUp: CaptureSetUp): CaptureSetUp {
  const checked = checkedSetUp(setUp);
  const { audio } = CHANNEL_CAPS.basic;
  if (checked.channels.length > audio)
    throw failWith('BAD_OPTION', 'pageOneMicrophone', { values: { count: audio } });
  if (checked.channels.some(({ plugins }) => plugins.length > 0))
    throw failWith('BAD_OPTION', 'pageNoPlugins');
  if (checked.recording.tap === 'both') throw failWith('BAD_OPTION', 'pageOneSound');
  if (checked.recording.mode !== 'multitrack') throw failWith('BAD_OPTION', 'pageNoMix');
  for (const [name, value] of Object.entries(FIXED) as [keyof typeof FIXED, unknown][])
    if (checked[name] !== value) throw failWith('BAD_OPTION', 'pageFixedSetting', { values: { name } });
  return checked;
}
