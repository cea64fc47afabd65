import { missingOf, recordAgain } from './basicStudio.ts';
import { selectRecording } from '../recording/index.ts';

type Root = Parameters<typeof selectRecording>[0];

const DEVICES = { audio: 'audioinput', video: 'videoinput' } as const;
const PERMISSIONS = { audio: 'microphone', video: 'camera' } as const;
const KINDS = ['audio', 'video'] as const;

/** A try that is bound to be refused would only hide why it was lost. */
async function isAllowed(kind: (typeof KINDS)[number]): Promise<boolean> {
  return navigator.permissions.query({ name: PERMISSIONS[kind] }).then(
    ({ state }) => state === 'granted',
    () => true,
  );
}

type Dispatch = Parameters<ReturnType<typeof recordAgain>>[0];

/** Records what is missing again, as far as it is there and allowed. */
export const recordMissing =
  () =>
  async (dispatch: Dispatch, getState: () => Root): Promise<void> => {
    const { take, action } = selectRecording(getState());
    const missing = missingOf(take);
    // A recording that is being stopped takes nothing more.
    if (missing.length === 0 || action === 'stopping') return;
    // Without a permission they have no ids, and nobody is asked for it unasked.
    const there = (await navigator.mediaDevices.enumerateDevices()).filter(({ deviceId }) => deviceId !== '');
    for (const kind of KINDS)
      if (
        missing.includes(kind) &&
        there.some((device) => device.kind === DEVICES[kind]) &&
        (await isAllowed(kind))
      )
        await dispatch(recordAgain(kind));
  };

/** Records what was lost again as soon as it is plugged in or allowed again; what it returns ends that. */
export const keepRecorded =
  () =>
  (dispatch: Dispatch): (() => void) => {
    const ending = new AbortController();
    const { signal } = ending;
    const onChanged = () => void dispatch(recordMissing());
    navigator.mediaDevices.addEventListener('devicechange', onChanged, { signal });
    for (const kind of KINDS)
      navigator.permissions
        .query({ name: PERMISSIONS[kind] })
        .then((status) => status.addEventListener('change', onChanged, { signal }))
        // A browser that does not tell: plugging in is noticed all the same.
        .catch(() => undefined);
    return () => ending.abort();
  };
