import { createSelector, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { dataOf, failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import type { ScreenGuard } from '../../lib/screenGuard.ts';
import { signOut } from './accountThunks.ts';
import { personOf, type Person, type Session } from './session.ts';
import { startSession } from './startSession.ts';

export interface SessionSlice {
  current: Loadable<Session>;
  /** Why a link from a mail could not be used. */
  linkProblem: string | null;
}

const initialState: SessionSlice = { current: LOADING, linkProblem: null };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionChanged(slice, { payload }: PayloadAction<Session>) {
      slice.current = { status: 'ready', data: payload };
    },
    linkProblemSeen(slice) {
      slice.linkProblem = null;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(startSession.fulfilled, (slice, { payload }) => {
        slice.linkProblem = payload.linkProblem;
        if (payload.session) slice.current = { status: 'ready', data: payload.session };
      })
      .addCase(startSession.rejected, (slice, action) => {
        if (slice.current.status !== 'ready') slice.current = { status: 'failed', error: failureOf(action) };
      })
      .addMatcher(isAnyOf(signOut.fulfilled, signOut.rejected), (slice) => {
        slice.current = { status: 'ready', data: { kind: 'signedOut' } };
      }),
});

export const { sessionChanged, linkProblemSeen } = sessionSlice.actions;

export interface SessionRoot {
  session: SessionSlice;
}
export const selectSession = (root: SessionRoot) => root.session.current;
export const selectLinkProblem = (root: SessionRoot) => root.session.linkProblem;

export const selectPerson: (root: SessionRoot) => Person | null = createSelector(
  [selectSession],
  (session) => {
    const data = dataOf(session);
    return data && personOf(data);
  },
);

/** Of the account; null where nobody is signed in, or without accounts. */
export const selectUserId = (root: SessionRoot): string | null => {
  const session = dataOf(root.session.current);
  return session?.kind === 'signedIn' ? session.userId : null;
};

export const selectIsSuperAdmin = (root: SessionRoot): boolean => {
  const session = dataOf(root.session.current);
  return session?.kind === 'signedIn' && session.isSuperAdmin;
};

export const selectIsAdmin = (root: SessionRoot): boolean => {
  const session = dataOf(root.session.current);
  return session?.kind === 'signedIn' && session.isAdmin;
};

/** Whom of the guards this person passes, as far as the session says: a workspace is looked for by the frame. */
export const selectMayPass = createSelector(
  [selectIsAdmin, selectIsSuperAdmin],
  (isAdmin, isSuperAdmin): Record<ScreenGuard, boolean> => ({
    open: true,
    workspace: true,
    admin: isAdmin,
    superAdmin: isSuperAdmin,
  }),
);
