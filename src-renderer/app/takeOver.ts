/** Every public page has one; while a page is fetched there is none. */
const READY = 'main';

/**
 * The element to draw the page in. A page that came drawn already stays in sight until its living twin is there to take
 * its place, so that nothing flashes and nothing moves. What was opened on the drawn page, and where the focus was, goes
 * over to the twin; what asks for more than a link waits there for the script, and says so by being disabled.
 */
export function takeOver(drawn: HTMLElement): HTMLElement {
  if (!drawn.hasChildNodes()) return drawn;
  const living = document.createElement('div');
  living.hidden = true;
  drawn.after(living);
  const observer = new MutationObserver(() => {
    if (!living.querySelector(READY)) return;
    observer.disconnect();
    const { activeElement } = document;
    const focused = drawn.contains(activeElement) ? twinOf(activeElement, drawn, living) : null;
    for (const details of drawn.querySelectorAll('details[open]'))
      twinOf(details, drawn, living)?.setAttribute('open', '');
    drawn.remove();
    living.id = 'root';
    living.hidden = false;
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  });
  observer.observe(living, { childList: true, subtree: true });
  return living;
}

/** The element at the same place of the other tree; null where something else is there. */
function twinOf(element: Element | null, drawn: Element, living: Element): Element | null {
  const places: number[] = [];
  for (let at = element; at && at !== drawn && at.parentElement; at = at.parentElement)
    places.unshift([...at.parentElement.children].indexOf(at));
  const twin = places.reduce<Element | undefined>((at, place) => at?.children[place], living);
  return twin && twin.tagName === element?.tagName ? twin : null;
}
