import type { Action } from '@reduxjs/toolkit';
import type { RpcFailure } from '../../src-shared/contract/errors.ts';
import type { ThemeChoice } from './theme.ts';

export interface Notice {
  /** A notice with the id of one in sight takes its place. */
  id?: string;
  tone: 'info' | 'success' | 'warning' | 'error';
  title: string;
  message?: string;
  /** What can be done at once; the notice goes with it. */
  actions?: readonly NoticeAction[];
}

export interface NoticeAction {
  text: string;
  /** For screen readers: the text, and of what. */
  label: string;
  run: () => void;
}

/**
 * What is said of a failed thunk: a notice; or nothing, since the screen says it where its data would stand. Without either
 * the notice names no more than that something did not work.
 */
export type FailureNotice<Arg> = 'inPlace' | ((failure: RpcFailure, arg: Arg) => Notice);

/** Where effects reach outside the store. */
export interface PageEffects {
  showNotice: (notice: Notice) => void;
  hideNotice?: (id: string) => void;
  applyTheme: (choice: ThemeChoice) => void;
  applyMeterRate?: (hz: number) => void;
  /** A notice of the system, for anyone who does not look at the page. */
  showSystemNotice?: (notice: { title: string; tag: string }) => void;
}

/** An action creator of a slice, or the `fulfilled` of a thunk. */
interface ActionKind<A extends Action> {
  match: (action: unknown) => action is A;
}

export interface Listen<Root> {
  /** After each action of this kind. */
  on<A extends Action>(kind: ActionKind<A>, effect: (action: A) => void): void;
  /** After each action that changed what is selected. */
  onChange<T>(select: (root: Root) => T, effect: (now: T, before: T) => void): void;
}

/** What follows from the changes of one feature outside the store. */
export type FeatureEffects<Root> = (listen: Listen<Root>, page: PageEffects) => void;
