import './texts.ts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { i18n } from '../../i18n/index.ts';
import type { Notice } from '../../lib/effects.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';
import { showNotice } from '../../ui/notice.ts';
import { selectTranscripts } from '../workspace/index.ts';
import type { MeetingRoot } from './meetingState.ts';

/** Meetings that this page has asked a transcript of: it says when they are done. */
const asked = new Map<string, string>();

const failed = ({ message }: RpcFailure, { title }: { title: string }): Notice => ({
  id: 'meeting-transcript',
  tone: 'error',
  title: i18n.t('meeting:transcript.failed', { name: title }),
  message,
});

/** Begins the transcript of a meeting that was recorded. */
const transcribeMeeting = createClientThunk<void, { takeId: string; title: string }>(
  'meeting/transcribe',
  async ({ takeId, title }, { client }) => {
    asked.set(takeId, title);
    unwrap(await client.call('transcripts.start', { takeId }));
  },
  failed,
);

type Dispatch = ThunkDispatch<MeetingRoot, ThunkExtra, UnknownAction>;

/** After a meeting: its transcript, where that is wanted and this host makes any. */
export const transcribeWhereWanted =
  (takeId: string) =>
  (dispatch: Dispatch, getState: () => MeetingRoot): void => {
    const { settings, draft } = getState().meeting;
    const support = selectTranscripts(getState());
    if (!settings.transcribe || support?.supported !== true) return;
    void dispatch(transcribeMeeting({ takeId, title: draft.title.trim() }));
  };

/** Says when a transcript of a meeting is there, or failed, whichever screen is looked at. */
export const followMeetingTranscripts = (client: ThunkExtra['client']): (() => void) =>
  client.subscribe('transcripts.onProgressed', ({ takeId, step, failure }) => {
    const title = asked.get(takeId);
    if (title === undefined || step === 'listening' || step === 'transcribing') return;
    asked.delete(takeId);
    if (failure) showNotice(failed(failure, { title }));
    else if (step === 'done')
      showNotice({
        id: 'meeting-transcript',
        tone: 'success',
        title: i18n.t('meeting:transcript.done', { name: title }),
        message: i18n.t('meeting:transcript.open'),
      });
  });
