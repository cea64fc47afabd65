import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What another part of the page asks the studio for, as the state of its address. */
export interface StudioRequest {
  startsRecording?: boolean;
  /** A recording to be shown with its player. */
  takeId?: string;
}

/** The request that the studio was opened with. */
export function useStudioRequest(): StudioRequest {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null ? (state as StudioRequest) : {};
}

/** Opens the recording that was asked for, once, as soon as it is in the list. */
export function useTakeRequest(
  takes: readonly { id: string }[],
  open: (id: string, index: number) => void,
): void {
  const { key } = useLocation();
  const { takeId } = useStudioRequest();
  const [done, setDone] = useState<string | null>(null);
  const index = takeId === undefined ? -1 : takes.findIndex(({ id }) => id === takeId);
  if (takeId === undefined || index < 0 || done === key) return;
  setDone(key);
  open(takeId, index);
}

/** Starts a recording once where that was asked for. */
export function useStartRequest(canStart: boolean, start: () => void): void {
  const { pathname, key } = useLocation();
  const { startsRecording = false } = useStudioRequest();
  const navigate = useNavigate();
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (!startsRecording || !canStart || done.current === key) return;
    done.current = key;
    void navigate(pathname, { replace: true, state: null });
    start();
  }, [startsRecording, canStart, key, pathname, navigate, start]);
}
