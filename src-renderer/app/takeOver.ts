/** Every public page has one; while a page is fetched there is none. */
const READY = 'main';

/**
 * The element to draw the page in. A page that came drawn already stays in sight until its living twin is there to take
 * its place, so that nothing flashes and nothing moves.
 */
export function takeOver(drawn: HTMLElement): HTMLElement {
  if (!drawn.hasChildNodes()) return drawn;
  const living = document.createElement('div');
  living.hidden = true;
  drawn.after(living);
  const observer = new MutationObserver(() => {
    if (!living.querySelector(READY)) return;
    observer.disconnect();
    drawn.remove();
    living.id = 'root';
    living.hidden = false;
  });
  observer.observe(living, { childList: true, subtree: true });
  return living;
}
