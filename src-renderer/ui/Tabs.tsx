import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

interface TabsProps {
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  label: string;
}

/** Pages of one screen, one in sight. Where there is no room for all names they scroll, and widen nothing. */
export function Tabs({ tabs, value, onChange, label }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List
        aria-label={label}
        className="scroll-fade-x flex contain-inline-size gap-1 overflow-x-auto border-b border-line2"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-3 py-2 whitespace-nowrap text-t2 hover:text-t1 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-t1"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
