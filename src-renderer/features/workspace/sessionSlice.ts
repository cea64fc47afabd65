import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Session } from '../../../src-shared/contract/session.ts';
import { dataOf, failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk } from '../../platform/index.ts';

export const readSession = createClientThunk('session/read', async (_: void, { client }) =>
  unwrap(await client.call('session.read')),
);

export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): Loadable<Session> => LOADING,
  reducers: {
    sessionChanged: (_, { payload }: PayloadAction<Session>) => ({ status: 'ready', data: payload }) as const,
  },
  extraReducers: (builder) =>
    builder
      .addCase(readSession.fulfilled, (_, { payload }) => ({ status: 'ready', data: payload }))
      .addCase(readSession.rejected, (state, action) =>
        state.status === 'ready' ? state : { status: 'failed', error: failureOf(action) },
      ),
});

export const { sessionChanged } = sessionSlice.actions;

interface Root {
  session: Loadable<Session>;
}
export const selectSession = (root: Root) => root.session;

/** What the screens call the user; null while nobody is known. */
export interface Person {
  /** For the greeting: the name, or the part of the e-mail before the at sign. */
  shortName: string;
  /** For the menu: the name or the whole e-mail. */
  fullName: string;
  label: string;
}

/** The document's fallback where a name is empty. */
const NAMELESS = 'User';

export function personOf(session: Session): Person | null {
  switch (session.kind) {
    case 'local': {
      const name = session.userName || NAMELESS;
      return { shortName: name, fullName: name, label: session.workspaceName };
    }
    case 'signedIn':
      return {
        shortName: session.email.split('@')[0] || NAMELESS,
        fullName: session.email,
        label: 'Team Admin',
      };
    case 'signedOut':
      return null;
  }
}

export const selectPerson: (root: Root) => Person | null = createSelector(
  [(root: Root) => root.session],
  (session) => {
    const data = dataOf(session);
    return data && personOf(data);
  },
);
