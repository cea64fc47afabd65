import type { Plugin, PluginOption } from 'vite';

interface PrerenderOptions {
  /** The renderer's folder. */
  root: string;
  cacheDir: string;
  /** Made again for the second build. */
  plugins: () => PluginOption[];
  define: Record<string, string>;
}

export function prerenderPages(options: PrerenderOptions): Plugin;
