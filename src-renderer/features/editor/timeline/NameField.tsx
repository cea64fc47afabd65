import { useEffect, useRef } from 'react';

interface NameFieldProps {
  name: string;
  label: string;
  /** null: given up with Escape. */
  onDone: (name: string | null) => void;
}

/** A name that is written in its place: Enter or leaving keeps it, Escape gives up. */
export function NameField({ name, label, onDone }: NameFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  // A menu gives the focus back to its button first.
  useEffect(() => {
    const timer = setTimeout(() => inputRef.current?.select(), 50);
    return () => clearTimeout(timer);
  }, []);
  const done = (value: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(value);
  };
  return (
    <input
      ref={inputRef}
      aria-label={label}
      defaultValue={name}
      maxLength={200}
      onBlur={(event) => done(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') done(event.currentTarget.value);
        if (event.key === 'Escape') done(null);
      }}
      className="h-7 w-full min-w-0 rounded-md border border-line2 bg-inset px-1.5 text-xs text-t1"
    />
  );
}
