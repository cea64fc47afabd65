/**
 * One tracking pixel, in a frame without an origin: it reaches no page, no storage and no server of ours. The page around it
 * says once which pixel it is, and which page is open (without what an address may hide behind its path).
 */
(() => {
  'use strict';
  let isStarted = false;

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || isStarted) return;
    isStarted = true;
    if (data.isTest) watch();
    start(data.type, data.id, data.page);
  });

  /** Reports to the page around it what is requested, and the result: the test on the admin's screen. */
  function watch() {
    const notify = (what, text) => parent.postMessage({ what, text: String(text).slice(0, 2000) }, '*');
    const addressOf = ({ target }) => target.src || target.href;
    const reportOf = (what) => (event) => addressOf(event) && notify(what, addressOf(event));
    new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) notify('asked', name);
    }).observe({ type: 'resource' });
    document.addEventListener('load', reportOf('answered'), true);
    document.addEventListener('error', reportOf('failed'), true);
    addEventListener('securitypolicyviolation', ({ blockedURI }) => notify('blocked', blockedURI));
    addEventListener('error', ({ message }) => message && notify('error', message));
    addEventListener('unhandledrejection', ({ reason }) => notify('error', reason));
    notify('started', '');
  }

  function start(type, id, page) {
    if (type === 'meta') {
      const queue = (...call) => (queue.callMethod ? queue.callMethod(...call) : queue.queue.push(call));
      Object.assign(queue, { push: queue, loaded: true, version: '2.0', queue: [] });
      window.fbq = window._fbq = queue;
      queue('init', id);
      queue('track', 'PageView', { page });
      load('https://connect.facebook.net/en_US/fbevents.js');
    }
    if (type === 'google-analytics') {
      window.dataLayer = [];
      // Google's script reads the arguments object itself, not an array.
      window.gtag = function () {
        window.dataLayer.push(arguments);
      };
      window.gtag('js', new Date());
      // There are no cookies in this frame.
      window.gtag('config', id, { client_storage: 'none', page_location: page, page_referrer: '' });
      load(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`);
    }
    if (type === 'gtm') {
      window.dataLayer = [{ 'gtm.start': Date.now(), event: 'gtm.js', page_location: page }];
      load(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`);
    }
    if (type === 'custom')
      document.head.append(Object.assign(document.createElement('script'), { text: id }));
  }

  function load(src) {
    document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
  }
})();
