// Runs before the first paint, so that a light page never flashes dark, nor one in a foreign language first. A file
// of its own, since the Content-Security-Policy allows no inline script. Keys and values are those of lib/theme.ts
// and lib/language.ts.
(function () {
  var theme = 'dark';
  var languages = [];
  try {
    theme = localStorage.getItem('sounddesk.theme') || 'dark';
    languages = [
      localStorage.getItem('sounddesk.site-language') || localStorage.getItem('sounddesk.language'),
    ];
  } catch (error) {
    // Storage is forbidden here: the default theme holds, and the browser's languages.
  }
  var isLight =
    theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.className = isLight ? 'light' : 'dark';

  // An English page drawn ahead names its twins in other languages. Whoever comes from outside and reads one of
  // those is led there; who chose English here stays, as does whoever reloads or goes back.
  var entry = performance.getEntriesByType('navigation')[0];
  if (window.sounddesk || document.documentElement.lang !== 'en' || !entry || entry.type !== 'navigate')
    return;
  if (!languages[0]) languages = navigator.languages;
  for (var index = 0; index < languages.length; index += 1) {
    var language = languages[index].toLowerCase().split('-')[0];
    if (language === 'en') return;
    var twin = document.querySelector('link[rel="alternate"][hreflang="' + language + '"]');
    if (twin) return location.replace(new URL(twin.href).pathname + location.search + location.hash);
  }
})();
