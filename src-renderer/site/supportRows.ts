/** What works where, as far as it was tried: the table of the front page, and what the assistant says of systems. */
export const SUPPORT_ROWS = [
  { id: 'linux', files: 'tested', live: 'tested' },
  { id: 'macos', files: 'untested', live: 'untested' },
  { id: 'windows', files: 'untested', live: 'untested' },
  { id: 'browser', files: 'absent', live: 'tested' },
] as const;
