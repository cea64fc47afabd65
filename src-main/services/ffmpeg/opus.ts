/** What Opus puts in front of its first sample. */
const OPUS_DELAY_SEC = 312 / 48_000;

/**
 * For the input that is encoded as the Opus of a WebM. FFmpeg would begin the sound before 0, and then moves all that is in the
 * file so far that nothing is: frames would be seen later than they are heard.
 */
export const OPUS_STARTS_AT_ZERO: string[] = ['-itsoffset', String(OPUS_DELAY_SEC)];
