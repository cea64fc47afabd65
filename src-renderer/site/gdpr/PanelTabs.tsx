import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../../lib/classNames.ts';

interface PanelTabsProps<Id extends string> {
  label: string;
  value: Id;
  onChange: (id: Id) => void;
  tabs: readonly { id: Id; label: string; content: ReactNode }[];
}

/**
 * Tabs whose panels all are in the page, so that nothing is lost where there is no script (`site.css` shows all of
 * them there). Without Radix, which the public pages do without.
 */
export function PanelTabs<Id extends string>({ label, value, onChange, tabs }: PanelTabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = tabs.findIndex(({ id }) => id === value);
    const next = step === undefined ? null : tabs.at((at + step) % tabs.length);
    const wanted = event.key === 'Home' ? tabs[0] : event.key === 'End' ? tabs.at(-1) : next;
    if (!wanted) return;
    event.preventDefault();
    onChange(wanted.id);
    list.current?.querySelector<HTMLElement>(`#tab-${wanted.id}`)?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="scroll-fade-x flex gap-1 overflow-x-auto border-b border-line2"
      >
        {tabs.map(({ id, label: name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === value}
            aria-controls={`panel-${id}`}
            tabIndex={id === value ? 0 : -1}
            onClick={() => onChange(id)}
            className={classNames(
              '-mb-px border-b-2 px-4 py-3 whitespace-nowrap',
              id === value ? 'border-accent font-medium text-t1' : 'border-transparent text-t2 hover:text-t1',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          // Not `hidden`: the theme's rule for it can't be taken back where there is no script.
          data-shown={id === value || undefined}
          tabIndex={0}
          className="site-panel pt-8 outline-offset-8"
        >
          {content}
        </div>
      ))}
    </>
  );
}
