import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { ConnectionState } from '../../../src-shared/rpc/index.ts';

export interface ConnectionSlice {
  state: ConnectionState;
  /** Whether there was a connection before: a loss is reported, a slow start is not. */
  wasOpen: boolean;
  /** Whether another program was found in the place of the host. */
  isObstructed: boolean;
  /** Why the host refused. */
  refusal: RpcFailure | null;
}

const initialState: ConnectionSlice = {
  state: 'connecting',
  wasOpen: false,
  isObstructed: false,
  refusal: null,
};

export const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connectionChanged(slice, { payload }: PayloadAction<ConnectionState>) {
      slice.state = payload;
      if (payload !== 'open') return;
      slice.wasOpen = true;
      slice.isObstructed = false;
    },
    connectionObstructed(slice) {
      slice.isObstructed = true;
    },
    connectionRefused(slice, { payload }: PayloadAction<RpcFailure>) {
      slice.refusal = payload;
    },
  },
});

export const { connectionChanged, connectionObstructed, connectionRefused } = connectionSlice.actions;

interface Root {
  connection: ConnectionSlice;
}
export const selectConnection = (root: Root) => root.connection;
export const selectIsConnected = (root: Root) => root.connection.state === 'open';
