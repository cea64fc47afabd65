import { createSlice } from '@reduxjs/toolkit';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { Period, PeriodRange } from '../../../src-shared/domain/journalPeriod.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { uploadFigures, type AccountFigures } from './accountFigures.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';

/** What a period was asked for, and what came of it. */
export interface AnsweredPeriod {
  range: PeriodRange;
  period: Period;
}

export interface AnalyticsSlice {
  /** The view that is chosen, and this week by day. */
  view: Loadable<AnsweredPeriod>;
  week: Loadable<AnsweredPeriod>;
  account: AccountFigures | { kind: 'failed'; message: string };
}

export const readAnalytics = createClientThunk(
  'analytics/read',
  async (ranges: { view: PeriodRange; week: PeriodRange }, { client }) => {
    const [view, week] = await Promise.all([
      client.call('journal.readPeriod', ranges.view),
      client.call('journal.readPeriod', ranges.week),
    ]);
    return {
      view: { range: ranges.view, period: unwrap(view) },
      week: { range: ranges.week, period: unwrap(week) },
    };
  },
  'inPlace',
);

export const analyticsSlice = createSlice({
  name: 'analytics',
  initialState: (): AnalyticsSlice => ({ view: LOADING, week: LOADING, account: null }),
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(uploadFigures.fulfilled, (slice, { payload }) => {
        slice.account = payload;
      })
      .addCase(uploadFigures.rejected, (slice, action) => {
        slice.account = { kind: 'failed', message: failureOf(action).message };
      })
      .addCase(readAnalytics.fulfilled, ({ account }, { payload: { view, week } }) => ({
        account,
        view: { status: 'ready', data: view },
        week: { status: 'ready', data: week },
      }))
      .addCase(readAnalytics.rejected, ({ account }, action) => {
        const failed = { status: 'failed', error: failureOf(action) } as const;
        return { account, view: failed, week: failed };
      }),
});

/** Calls back whenever something was done; what it returns ends that. */
export function followJournal(onChanged: () => void) {
  return (
    _dispatch: ThunkDispatch<unknown, ThunkExtra, UnknownAction>,
    _: unknown,
    { client }: ThunkExtra,
  ): (() => void) => client.subscribe('journal.onChanged', onChanged);
}

interface Root {
  analytics: AnalyticsSlice;
}
export const selectView = (root: Root) => root.analytics.view;
export const selectAccountFigures = (root: Root) => root.analytics.account;
export const selectWeek = (root: Root) => root.analytics.week;
