/** Whether this page came from the headless host, which says so in the page that it serves. */
export function isServedByHost(): boolean {
  return document.querySelector('meta[name="sounddesk-host"]')?.getAttribute('content') === 'websocket';
}
