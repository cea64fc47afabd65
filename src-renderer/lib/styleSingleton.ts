import { useEffect } from 'react';

/**
 * Stands in for the package `react-style-singleton` (see vite.config.ts): the same interface, but
 * the rules go into an adopted style sheet, which a strict Content-Security-Policy allows.
 */
export function stylesheetSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;
  return {
    add(css: string): void {
      users += 1;
      if (users > 1) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove(): void {
      users -= 1;
      if (users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      sheet = null;
    },
  };
}

export function styleHookSingleton() {
  const singleton = stylesheetSingleton();
  return function useStyle(css: string, isDynamic?: boolean): void {
    // As in the original: rules change at run time only where the user says that they may.
    const changesWith = isDynamic ? css : null;
    useEffect(() => {
      singleton.add(css);
      return () => singleton.remove();
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- `changesWith` stands for `css`
    }, [changesWith]);
  };
}

export function styleSingleton() {
  const useStyle = styleHookSingleton();
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }): null {
    useStyle(styles, dynamic);
    return null;
  };
}
