/** The public pages as HTML: read by search engines, and by people before or without a script. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { drawImages, LINK_IMAGE } from './linkImages.mjs';

/** The address of the public site, for what must be absolute. */
const SITE_URL = (process.env.SOUNDDESK_SITE_URL ?? 'https://sounddesk.example').replace(/\/$/, '');

/** A Vite plugin: draws the pages into the folder of the build when it is written. `shared`: what both builds take. */
export function prerenderPages({ root, cacheDir, plugins, define }) {
  let outDir = '';
  return {
    name: 'sounddesk:prerender',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const workDir = path.join(cacheDir, `prerender-${process.pid}`);
      try {
        await build({
          configFile: false,
          root,
          define,
          plugins: plugins(),
          logLevel: 'error',
          publicDir: false,
          build: {
            ssr: path.join(root, 'site/prerender.tsx'),
            outDir: workDir,
            emptyOutDir: true,
            assetsInlineLimit: 0,
            rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
          },
        });
        // What a page reads of the browser while it is drawn: nothing was chosen, nobody is signed in.
        globalThis.localStorage ??= { getItem: () => null };
        const { drawPages, heroWave } = await import(pathToFileURL(path.join(workDir, 'prerender.mjs')).href);
        const pages = await drawPages();
        // An article in the frame of another language has the image of the article.
        const own = pages.filter(({ path: pagePath, canonical }) => pagePath === canonical);
        const images = await drawImages(own, { outDir, cacheDir, wave: heroWave });
        if (!images) this.warn('Chromium is not installed: links to the pages have no images.');
        writePages(outDir, pages, images ?? new Map());
      } finally {
        rmSync(workDir, { recursive: true, force: true });
      }
    },
  };
}

function writePages(outDir, pages, images) {
  const shell = readFileSync(path.join(outDir, 'index.html'), 'utf8');
  for (const page of pages) {
    const folder = path.join(outDir, page.path);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'index.html'), documentOf(shell, page, images.get(page.canonical)));
  }
  writeFileSync(path.join(outDir, 'sitemap.xml'), sitemapOf(pages));
  writeFileSync(
    path.join(outDir, 'robots.txt'),
    `User-agent: *\nAllow: /\nDisallow: /sounddesk-\n\nSitemap: ${SITE_URL}/sitemap.xml\n`,
  );
}

/** Throws where the shell is no longer what it was: a page without its name is found by nobody. */
function documentOf(shell, { canonical, language, twins, title, description, html }, image) {
  const address = `${SITE_URL}${canonical}`;
  const head = [
    `<link rel="canonical" href="${address}" />`,
    ...twins.map(
      (twin) => `<link rel="alternate" hreflang="${twin.language}" href="${SITE_URL}${twin.path}" />`,
    ),
    ...twins
      .filter((twin) => twin.language === 'en')
      .map((twin) => `<link rel="alternate" hreflang="x-default" href="${SITE_URL}${twin.path}" />`),
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="SoundDesk" />`,
    `<meta property="og:title" content="${escape(title)}" />`,
    `<meta property="og:description" content="${escape(description)}" />`,
    `<meta property="og:url" content="${address}" />`,
    `<meta property="og:locale" content="${language}" />`,
    ...(image === undefined ? [] : imageTags(`${SITE_URL}${image}`, title)),
    `<meta name="twitter:card" content="${image === undefined ? 'summary' : 'summary_large_image'}" />`,
    `<script type="application/ld+json">${structuredData(address, title, description, language)}</script>`,
  ].join('\n    ');
  let made = replaceOnce(shell, /<title>[^<]*<\/title>/, `<title>${escape(title)}</title>\n    ${head}`);
  made = replaceOnce(
    made,
    /(<meta\s+name="description"\s+content=")[^"]*"/,
    (_, start) => `${start}${escape(description)}"`,
  );
  if (language !== 'en') made = replaceOnce(made, '<html lang="en"', `<html lang="${language}"`);
  return replaceOnce(made, '<div id="root"></div>', () => `<div id="root">${html}</div>`);
}

const imageTags = (address, title) => [
  `<meta property="og:image" content="${address}" />`,
  `<meta property="og:image:type" content="image/png" />`,
  `<meta property="og:image:width" content="${LINK_IMAGE.widthPx}" />`,
  `<meta property="og:image:height" content="${LINK_IMAGE.heightPx}" />`,
  `<meta property="og:image:alt" content="${escape(title)}" />`,
];

function structuredData(url, name, description, inLanguage) {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    ...{ url, name, description, inLanguage },
    isPartOf: { '@type': 'WebSite', name: 'SoundDesk', url: SITE_URL },
  };
  // "<" would end the element.
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** An article in the frame of another language is the English one to a search engine. */
function sitemapOf(pages) {
  const urls = pages
    .filter(({ path: pagePath, canonical }) => pagePath === canonical)
    .map(({ path: pagePath, twins }) => {
      const others = twins.map(
        (twin) => `<xhtml:link rel="alternate" hreflang="${twin.language}" href="${SITE_URL}${twin.path}"/>`,
      );
      return `  <url><loc>${SITE_URL}${pagePath}</loc>${others.join('')}</url>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`;
}

function replaceOnce(text, from, to) {
  const made = text.replace(from, to);
  if (made === text) throw new Error(`The page's shell has no ${from}: see scripts/lib/prerender.mjs.`);
  return made;
}

function escape(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
