import { useEffect, useState } from 'react';

/** What a step points at carries this while it does; the style sheet frames it. */
const MARK = 'data-tour-target';

/** The element of the screen that the selector names, in sight and framed; null while there is none, e.g. while it loads. */
export function useTarget(selector: string): HTMLElement | null {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const find = () =>
      setTarget(document.getElementById('content')?.querySelector<HTMLElement>(selector) ?? null);
    // A screen draws itself again: what was pointed at may be another element then.
    const observer = new MutationObserver(find);
    observer.observe(document.body, { childList: true, subtree: true });
    find();
    return () => observer.disconnect();
  }, [selector]);
  useEffect(() => {
    if (!target) return;
    target.setAttribute(MARK, '');
    target.scrollIntoView({ block: 'center' });
    return () => target.removeAttribute(MARK);
  }, [target]);
  return target;
}
