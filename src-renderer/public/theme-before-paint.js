// Runs before the first paint, so that a light page never flashes dark. A file of its own, since
// the Content-Security-Policy allows no inline script. The key and values are those of lib/theme.ts.
(function () {
  var theme = 'dark';
  try {
    theme = localStorage.getItem('sounddesk.theme') || 'dark';
  } catch (error) {
    // Storage is forbidden here: the default theme stands.
  }
  var isLight =
    theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.className = isLight ? 'light' : 'dark';
})();
