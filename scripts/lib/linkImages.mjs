/** The images that other sites show beside a link to a public page (Open Graph): an SVG of ours, drawn by Chromium. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export const LINK_IMAGE = { widthPx: 1200, heightPx: 630 };

/** Groups of the waveform's peaks; so many bars fit the width with air between them. */
const PEAKS_A_BAR = 2;
const FULL_SCALE = 255;

/**
 * Draws an image for each page into `outDir/og`, and gives the path of each by the page's own. What was drawn before is
 * taken from the cache. Null where there is no Chromium: the pages are then without images.
 */
export async function drawImages(pages, { outDir, cacheDir, wave }) {
  const font = readFileSync(
    createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  ).toString('base64');
  const cache = path.join(cacheDir, 'og');
  mkdirSync(cache, { recursive: true });
  const images = pages.map((page) => {
    const svg = imageOf(page, wave);
    const hash = createHash('sha256').update(font).update(svg).digest('hex').slice(0, 16);
    return { page, svg, name: `${slugOf(page.path)}-${hash}.png` };
  });
  const missing = images.filter(({ name }) => !existsSync(path.join(cache, name)));
  if (missing.length > 0 && !(await draw(missing, font, cache))) return null;
  const folder = path.join(outDir, 'og');
  mkdirSync(folder, { recursive: true });
  for (const { name } of images) copyFileSync(path.join(cache, name), path.join(folder, name));
  return new Map(images.map(({ page, name }) => [page.path, `/og/${name}`]));
}

/** False where there is no Chromium. */
async function draw(images, font, folder) {
  const { findChromium, launchChromium } = await import('../../tests/lib/chromium.ts');
  if (!findChromium()) return false;
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({
      viewport: { width: LINK_IMAGE.widthPx, height: LINK_IMAGE.heightPx },
    });
    await page.setContent(
      `<style>@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
       body { margin: 0; overflow: hidden }</style><main></main>`,
    );
    for (const { svg, name } of images) {
      await page.evaluate(async (drawing) => {
        document.querySelector('main').innerHTML = drawing;
        await document.fonts.load('600 60px Inter');
        await document.fonts.ready;
      }, svg);
      await page.screenshot({ path: path.join(folder, name), type: 'png' });
    }
  } finally {
    await browser.close();
  }
  return true;
}

/** The dark theme's colours; the mark of build/icon.svg; below, the recording of the front page, raw and then clean. */
function imageOf({ title, description, language }, wave) {
  const { widthPx, heightPx } = LINK_IMAGE;
  const name = headingOf(title);
  const sizePx = name.length > 56 ? 56 : name.length > 36 ? 66 : 80;
  return `<svg xmlns="http://www.w3.org/2000/svg" lang="${language}" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}">
  <rect width="${widthPx}" height="${heightPx}" fill="#0b0d11"/>
  <g fill="#8b9cff" transform="translate(72 64) scale(2.2)">
    <rect x="0" y="6" width="3.4" height="8" rx="1.7"/>
    <rect x="6" y="0" width="3.4" height="20" rx="1.7"/>
    <rect x="12" y="4" width="3.4" height="12" rx="1.7"/>
    <rect x="18" y="7.5" width="3.4" height="5" rx="1.7" opacity="0.6"/>
  </g>
  <text x="138" y="98" font-family="Inter" font-size="34" font-weight="600" letter-spacing="-0.6" fill="#eceef2">SoundDesk</text>
  <foreignObject x="72" y="140" width="1056" height="340">
    <div xmlns="http://www.w3.org/1999/xhtml" style="font-family: Inter; display: flex; flex-direction: column; gap: 22px; justify-content: center; height: 340px">
      <div style="font-size: ${sizePx}px; font-weight: 650; line-height: 1.08; letter-spacing: -0.03em; color: #eceef2; text-wrap: balance">${escape(name)}</div>
      <div style="font-size: 29px; line-height: 1.4; color: #a3acba; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden">${escape(description)}</div>
    </div>
  </foreignObject>
  ${waveOf(wave)}
</svg>`;
}

function waveOf({ raw, clean }) {
  const bars = raw.length / PEAKS_A_BAR;
  const stepPx = LINK_IMAGE.widthPx / bars;
  const split = Math.round(bars * 0.42);
  const lines = Array.from({ length: bars }, (_, index) => {
    const peaks = (index < split ? raw : clean).slice(index * PEAKS_A_BAR, (index + 1) * PEAKS_A_BAR);
    const half = Math.max(1, (Math.max(...peaks) / FULL_SCALE) * 52);
    const x = (index + 0.5) * stepPx;
    return `<path d="M${x.toFixed(1)} ${(556 - half).toFixed(1)}V${(556 + half).toFixed(1)}" stroke="${index < split ? '#5b6472' : '#8b9cff'}"/>`;
  });
  return `<g stroke-width="4" stroke-linecap="round">${lines.join('')}</g>`;
}

/** Without the name of the product, which the image has already. */
function headingOf(title) {
  const name = title.replace(/\s*: SoundDesk$/, '').replace(/^SoundDesk ?: /, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const slugOf = (pagePath) => pagePath.replaceAll(/^\/|\/$/g, '').replaceAll('/', '-');

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
