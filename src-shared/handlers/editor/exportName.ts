/** A name for an export's file: letters of every script, and nothing that a file system takes for something else. */
export const exportName = (projectName: string): string =>
  projectName
    .replace(/[^\p{L}\p{N} ._()-]+/gu, '-')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80) || 'Export';
