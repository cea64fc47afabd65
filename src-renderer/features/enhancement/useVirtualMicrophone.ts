import { failed } from '../../i18n/failed.ts';
import { useCallback, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { VirtualMicrophoneState } from '../../../src-shared/contract/devices.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';
import { chooseDevice, selectOutputDevices } from '../engine/index.ts';
import { selectIsConnected, selectSettings, updateSettings } from '../workspace/index.ts';

export const readVirtualMicrophone = createClientThunk(
  'enhancement/readVirtualMicrophone',
  async (_: void, { client }) => unwrap(await client.call('devices.readVirtualMicrophone')),
  'inPlace',
);
/** Makes it, or removes it. */
export const switchVirtualMicrophone = createClientThunk(
  'enhancement/switchVirtualMicrophone',
  async (isOn: boolean, { client }) =>
    unwrap(await client.call(isOn ? 'devices.startVirtualMicrophone' : 'devices.stopVirtualMicrophone')),
  failed('enhancement'),
);

function followVirtualMicrophone(onChanged: (state: VirtualMicrophoneState) => void) {
  return (_dispatch: unknown, _getState: unknown, { client }: ThunkExtra): (() => void) =>
    client.subscribe('devices.onVirtualMicrophoneChanged', onChanged);
}

/** The microphone that other programs hear SoundDesk on, and whether the sound goes there. */
export function useVirtualMicrophone() {
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const { outputDeviceId, outputBeforeVirtualId } = useSelector(selectSettings);
  const outputs = useSelector(selectOutputDevices);
  const [state, setState] = useState<Loadable<VirtualMicrophoneState>>(LOADING);
  const [isBusy, setBusy] = useState(false);

  const read = useCallback(
    () =>
      dispatch(readVirtualMicrophone()).then((result) => {
        if (readVirtualMicrophone.fulfilled.match(result))
          setState({ status: 'ready', data: result.payload });
        else setState({ status: 'failed', error: failureOf(result) });
      }),
    [dispatch],
  );
  useEffect(() => {
    if (!isConnected) return;
    void read();
    return dispatch(followVirtualMicrophone((data) => setState({ status: 'ready', data })));
  }, [dispatch, isConnected, read]);

  const microphone = state.status === 'ready' ? state.data.microphone : null;
  const choose = async (deviceId: string) => {
    if (deviceId === outputDeviceId) return;
    await dispatch(updateSettings({ outputBeforeVirtualId: outputDeviceId }));
    await dispatch(chooseDevice({ direction: 'output', deviceId }));
  };
  const switchTo = async (isOn: boolean) => {
    setBusy(true);
    const result = await dispatch(switchVirtualMicrophone(isOn));
    if (switchVirtualMicrophone.fulfilled.match(result)) {
      setState({ status: 'ready', data: result.payload });
      const made = result.payload.microphone;
      // Made to be used: the sound goes there at once, and with its end to where it went before.
      if (made) await choose(made.outputDeviceId);
      else if (microphone?.outputDeviceId === outputDeviceId) {
        const isThere = outputs.some(({ id }) => id === outputBeforeVirtualId);
        await dispatch(
          chooseDevice({ direction: 'output', deviceId: isThere ? outputBeforeVirtualId : null }),
        );
      }
    }
    setBusy(false);
  };
  return {
    state,
    microphone,
    isOutput: microphone !== null && microphone.outputDeviceId === outputDeviceId,
    isBusy,
    read,
    switchTo,
    choose: () => microphone && void choose(microphone.outputDeviceId),
  };
}
