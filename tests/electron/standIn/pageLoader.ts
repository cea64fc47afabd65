import { recorded } from './state.ts';

export interface LoadedResource {
  url: string;
  status: number;
  contentType: string;
}

/**
 * Loads what a page names, as the browser would before it is ready: scripts with what they import,
 * styles, icons. Reports what a browser would refuse.
 */
export async function loadResources(
  pageUrl: string,
  page: Response,
  load: (url: string) => Promise<Response>,
): Promise<LoadedResource[]> {
  const html = await page.text();
  const loaded = new Map<string, LoadedResource>();
  const waiting: { url: string; isScript: boolean }[] = [];
  for (const [tag, name = ''] of html.matchAll(/<(script|link|img)\b[^>]*>/g)) {
    const address = /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1];
    if (address) waiting.push({ url: resolve(address, pageUrl), isScript: name === 'script' });
    else if (name === 'script') recorded.pageErrors.push('An inline script is refused by the page policy.');
  }
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (loaded.has(next.url)) continue;
    const response = await load(next.url);
    const contentType = response.headers.get('content-type') ?? '';
    loaded.set(next.url, { url: next.url, status: response.status, contentType });
    if (response.status !== 200) recorded.pageErrors.push(`${response.status} ${next.url}`);
    if (!next.isScript) continue;
    if (!contentType.startsWith('text/javascript')) {
      recorded.pageErrors.push(`The script ${next.url} has the type '${contentType}'.`);
    }
    const source = await response.text();
    for (const [, imported = ''] of source.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+)["']/g)) {
      waiting.push({ url: resolve(imported, next.url), isScript: true });
    }
  }
  return [...loaded.values()];
}

function resolve(address: string, base: string): string {
  return new URL(address, base).href;
}
