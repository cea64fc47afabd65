import { useEffect } from 'react';

/** While it is recorded, and by this page, the browser asks before the page is left: that would end the recording. */
export function useLeaveWarning(isRecording: boolean, isByThisPage: () => boolean): void {
  useEffect(() => {
    if (!isRecording) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      if (isByThisPage()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isRecording, isByThisPage]);
}
