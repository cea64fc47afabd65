import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { selectAction, selectMeeting, selectTake } from './meetingSlice.ts';
import { describeMeeting } from './meetingThunks.ts';

/** Typing continues within so long. */
const TYPING_MS = 1000;

/** What the form says is kept with the recording while it runs: a program that is killed, or a full disk, asks no form. */
export function useDescribed(): void {
  const dispatch = useAppDispatch();
  const { draft } = useSelector(selectMeeting);
  const action = useSelector(selectAction);
  const takeId = useSelector(selectTake)?.id ?? null;
  const isSettled = action === null && draft.title.trim() !== '';
  useEffect(() => {
    if (takeId === null || !isSettled) return undefined;
    const timer = setTimeout(() => void dispatch(describeMeeting(takeId)), TYPING_MS);
    return () => clearTimeout(timer);
  }, [dispatch, draft, isSettled, takeId]);
}
