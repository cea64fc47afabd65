import type { ComponentProps } from 'react';

/** A field off the screen that only programs fill in: no person and no screen reader meets it. The server drops what has it filled in. */
export function RobotTrap({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        {label}
        <input {...input} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
