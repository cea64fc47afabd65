import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { PlatformClient, ThunkExtra } from '../../platform/index.ts';
import { selectSession, type SessionRoot } from '../auth/index.ts';
import { selectSettings, type SettingsRoot } from '../workspace/index.ts';
import { uploadFigures } from './accountFigures.ts';

type Root = SessionRoot & SettingsRoot;
const TRY_INTERVAL_MS = 60_000;

interface Store {
  dispatch: ThunkDispatch<Root, ThunkExtra, UnknownAction>;
  getState: () => Root;
  subscribe: (listener: () => void) => () => void;
}

/** Keeps the account up with what has ended: at a sign-in, when it is allowed, and as sessions end. Lives as long as the page. */
export function followUploads({ dispatch, getState, subscribe }: Store, client: PlatformClient): void {
  let isUnderWay = false;
  const upload = () => {
    if (isUnderWay) return;
    isUnderWay = true;
    void dispatch(uploadFigures()).finally(() => (isUnderWay = false));
  };
  const isAllowed = () => selectSettings(getState()).shareAnalytics;
  let known = { session: selectSession(getState()), isAllowed: isAllowed() };
  subscribe(() => {
    const now = { session: selectSession(getState()), isAllowed: isAllowed() };
    if (now.session === known.session && now.isAllowed === known.isAllowed) return;
    known = now;
    upload();
  });
  client.subscribe('engine.onStateChanged', ({ live }) => {
    if (live === null && isAllowed()) upload();
  });
  window.addEventListener('online', () => isAllowed() && upload());
  setInterval(() => isAllowed() && upload(), TRY_INTERVAL_MS);
}
