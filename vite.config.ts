import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { chunkGroups } from './scripts/lib/chunks.mjs';
import { collectNotices, noticesText, packageOf, runtimePackages } from './scripts/lib/notices.mjs';
import { prerenderPages } from './scripts/lib/prerender.mjs';
import { NOTICES_FILE } from './src-shared/domain/product.ts';
import { TRUSTED_TYPES } from './src-shared/domain/security.ts';
import { helpArticles } from './src-renderer/articles/articlesPlugin.ts';

const rendererRoot = resolve(import.meta.dirname, 'src-renderer');
const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string;
};

const define = { __APP_VERSION__: JSON.stringify(version) };

export default defineConfig({
  root: rendererRoot,
  base: '/',
  plugins: [
    react(),
    tailwindcss(),
    helpArticles(),
    withoutStyleElements(),
    preloadFonts(),
    trustedTypes(),
    thirdPartyNotices(),
    prerenderPages({
      root: rendererRoot,
      cacheDir: resolve(import.meta.dirname, '.cache'),
      plugins: () => [react(), helpArticles()],
      define,
    }),
  ],
  define,
  resolve: {
    alias: {
      // The original writes a style element, which our Content-Security-Policy refuses.
      'react-style-singleton': resolve(rendererRoot, 'lib/styleSingleton.ts'),
    },
  },
  build: {
    outDir: resolve(import.meta.dirname, 'out/renderer'),
    emptyOutDir: true,
    target: 'es2023',
    // A font or image inlined as data: would be refused by `font-src 'self'`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups(rendererRoot) } } },
  },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
});

/**
 * Libraries that write style elements at run time, made to leave it: `style-src 'self'` refuses
 * them. Their rules come in by `ui/theme.css` instead. A version that no longer matches fails the
 * build, so that the page is never silently unstyled.
 */
function withoutStyleElements(): Plugin {
  const edits = [
    { file: /sonner\/dist\/index\.mjs$/, from: /^__insertCSS\(".*"\);?$/m, to: '' },
    {
      file: /@radix-ui\/react-select\/dist\/index\.mjs$/,
      from: /jsx\(\s*"style",\s*\{\s*dangerouslySetInnerHTML: \{[^}]*`[^`]*`\s*\},\s*nonce\s*\}\s*\)/,
      to: 'null',
    },
  ];
  return {
    name: 'sounddesk:without-style-elements',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const edit = edits.find(({ file }) => file.test(id));
      if (!edit) return null;
      if (!edit.from.test(code)) {
        this.error(`${id} has changed: say in vite.config.ts how its style element is left out now.`);
      }
      return { code: code.replace(edit.from, edit.to), map: null };
    },
  };
}

/**
 * Whose work ships, with its licences: the packages of these screens, as the bundle has them, and everything that is
 * carried beside them. What cannot be named fails the build.
 */
function thirdPartyNotices(): Plugin {
  return {
    name: 'sounddesk:third-party-notices',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' ? Object.keys(part.modules) : part.originalFileNames,
      );
      // Style sheets take theirs in before the bundle knows of them.
      const styles = ['tailwindcss', '@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'];
      const places = [
        ...files.flatMap((file) => packageOf(file) ?? []),
        ...styles.map((name) => `node_modules/${name}`),
        ...runtimePackages(import.meta.dirname),
      ];
      const { notices, problems } = collectNotices(import.meta.dirname, places);
      // Reported here too: a later failure would hide it.
      if (problems.length > 0) this.warn(problems.join('\n'));
      if (problems.length > 0) this.error(problems.join('\n'));
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: noticesText(notices) });
    },
  };
}

/** For servers that send no headers of their own: the part of the policy that a page may bring itself. */
function trustedTypes(): Plugin {
  return {
    name: 'sounddesk:trusted-types',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (): HtmlTagDescriptor[] => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: TRUSTED_TYPES },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/** The fonts of all text and figures are asked for with the page, not after its style sheet: no late swap. */
function preloadFonts(): Plugin {
  return {
    name: 'sounddesk:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }): HtmlTagDescriptor[] {
        const fonts = Object.keys(bundle ?? {}).filter((name) =>
          /(inter|jetbrains-mono)-latin-wght-normal.*\.woff2$/.test(name),
        );
        return fonts.map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
          injectTo: 'head',
        }));
      },
    },
  };
}
