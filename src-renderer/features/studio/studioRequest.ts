import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What another part of the page asks the studio for, as the state of its address. */
export interface StudioRequest {
  startsRecording?: boolean;
}

/** The request that the studio was opened with. */
function useStudioRequest(): StudioRequest {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null ? state : {};
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
