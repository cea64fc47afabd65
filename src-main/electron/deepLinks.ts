import { app } from 'electron';
import { DEEP_LINK_SCHEME } from '../../src-shared/domain/product.ts';
import { addressOfDocument, parseDeepLink, type Address } from '../services/deepLinks/index.ts';

/** Has the system hand us links of our scheme, and hears links and documents that macOS sends while we run. */
export function receiveDeepLinks(onAddress: (address: Address) => void): void {
  // From a checkout this would register Electron's own program for every app that it runs.
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const route = parseDeepLink(url);
    if (route) onAddress(route);
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    const address = addressOfDocument(file);
    if (address) onAddress(address);
  });
}
