import type { BrowserContext, CDPSession, Page } from 'playwright';

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Pages of tests save data: they end before they would open most of the screens that the app otherwise fetches ahead, each
 * of which a page has to read and compile. It holds for what the page opens next, too.
 */
export function saveDataIn(context: BrowserContext): void {
  // Before anyone counts who asks for one.
  const openSession = context.newCDPSession.bind(context);
  const begin = (page: Page) => {
    sessions.set(page, openSession(page));
    // A page that is closed meanwhile fetches nothing.
    saveData(page, true).catch(() => undefined);
  };
  context.on('page', begin);
  context.pages().forEach(begin);
}

/** For a test of what is fetched ahead. */
export async function saveData(page: Page, isOn: boolean): Promise<void> {
  const session = await sessions.get(page);
  await session?.send('Emulation.setDataSaverOverride', { dataSaverEnabled: isOn });
}
