import { screen, type DesktopCapturerSource } from 'electron';
import { findGoneScreens, toSharedScreen, type SharedScreen } from './policies/sharedScreens.ts';

/**
 * A display may go for a moment, when its resolution is changed or the computer wakes: what is captured of it continues then.
 */
const GONE_AFTER_MS = 3000;

interface SharedScreens {
  onShared(source: Pick<DesktopCapturerSource, 'id' | 'display_id'>): void;
  close(): void;
}

/** Says which of the shared screens have gone with their displays: to a page, some systems do not. */
export function followSharedScreens(onGone: (screenId: string) => void): SharedScreens {
  let shared: SharedScreen[] = [];
  let timer: NodeJS.Timeout | undefined;
  const displayIds = () => screen.getAllDisplays().map(({ id }) => id);

  function look(): void {
    const gone = findGoneScreens(shared, displayIds());
    shared = shared.filter((one) => !gone.includes(one));
    gone.forEach(({ id }) => onGone(id));
  }
  const onRemoved = () => {
    clearTimeout(timer);
    timer = setTimeout(look, GONE_AFTER_MS);
  };
  screen.on('display-removed', onRemoved);
  return {
    onShared(source) {
      const one = toSharedScreen(source, displayIds());
      if (!one) return;
      shared = [...shared.filter(({ id, displayId }) => id !== one.id || displayId !== one.displayId), one];
    },
    close() {
      clearTimeout(timer);
      screen.off('display-removed', onRemoved);
    },
  };
}
