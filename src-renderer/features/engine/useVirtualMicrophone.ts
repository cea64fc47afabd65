import { useCallback, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { VirtualMicrophoneState } from '../../../src-shared/contract/devices.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { readVirtualMicrophone } from './outputThunks.ts';

function followVirtualMicrophone(onChanged: (state: VirtualMicrophoneState) => void) {
  return (_dispatch: unknown, _getState: unknown, { client }: ThunkExtra): (() => void) =>
    client.subscribe('devices.onVirtualMicrophoneChanged', onChanged);
}

export interface VirtualMicrophoneReading {
  state: Loadable<VirtualMicrophoneState>;
  /** The one that is there; null: none, or not known. */
  microphone: VirtualMicrophoneState['microphone'];
  read: () => Promise<void>;
}

/** The microphone that other apps hear SoundDesk on, and who listens there. */
export function useVirtualMicrophone(): VirtualMicrophoneReading {
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const [state, setState] = useState<Loadable<VirtualMicrophoneState>>(LOADING);
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
  return { state, microphone: state.status === 'ready' ? state.data.microphone : null, read };
}
