/** Texts that every page may need: they come with the first script, so keep them few. */
export const common = {
  loading: 'Loading {{product}}...',
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  reload: 'Reload',
  unknown: '—',
  crash: {
    title: 'This page stopped working',
    message:
      'Anything running in the background continues. Reload the page; if this happens again, send us the details.',
    copy: 'Copy details',
    copied: 'Copied',
    details: 'Details',
  },
  theme: { label: 'Theme', system: 'System', dark: 'Dark', light: 'Light' },
} as const;
