import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../lib/classNames.ts';

export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  isDestructive?: boolean;
  disabled?: boolean;
}

interface DropdownMenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  /** Groups are parted by a line. */
  groups: readonly (readonly MenuItem[])[];
  onOpenChange?: (isOpen: boolean) => void;
}

/** Actions behind one button. */
export function DropdownMenu({ trigger, groups, onOpenChange }: DropdownMenuProps) {
  return (
    <Radix.Root modal={false} {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-lg bg-panel p-1 shadow-pop animate-pop-in"
        >
          {groups.map((items, index) => (
            <Radix.Group key={items[0]?.id ?? index}>
              {index > 0 && <Radix.Separator className="mx-1 my-1 h-px bg-line2" />}
              {items.map((item) => (
                <Radix.Item
                  key={item.id}
                  disabled={item.disabled ?? false}
                  onSelect={item.onSelect}
                  className={classNames(
                    'flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2.5 outline-none select-none',
                    'data-disabled:text-t3 data-highlighted:bg-raise [&>svg]:size-4',
                    item.isDestructive && 'text-red-text',
                  )}
                >
                  {item.icon}
                  {item.label}
                </Radix.Item>
              ))}
            </Radix.Group>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
