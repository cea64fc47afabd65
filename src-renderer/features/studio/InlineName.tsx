import { useEffect, useRef } from 'react';

interface InlineNameProps {
  name: string;
  label: string;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  onRename: (name: string) => void;
}

/** A name that is written where it is: a click or Enter begins, Enter keeps, Escape gives up. */
export function InlineName({ name, label, isEditing, onEditing, onRename }: InlineNameProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  // A menu gives the focus back to its button first.
  useEffect(() => {
    if (!isEditing) return;
    const timer = setTimeout(() => inputRef.current?.select(), 50);
    return () => clearTimeout(timer);
  }, [isEditing]);
  const keep = () => {
    const next = inputRef.current?.value.trim() ?? '';
    onEditing(false);
    // Nothing is no name: the one before stays.
    if (next !== '' && next !== name) onRename(next);
  };
  if (!isEditing) {
    return (
      <h3 className="min-w-0 grow">
        <button
          type="button"
          title={name}
          onClick={() => onEditing(true)}
          className="block w-full truncate rounded text-left font-semibold text-t1"
        >
          {name}
        </button>
      </h3>
    );
  }
  return (
    <input
      ref={inputRef}
      aria-label={label}
      defaultValue={name}
      maxLength={200}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') onEditing(false);
      }}
      className="h-7 w-full min-w-0 rounded-md border border-line2 bg-inset px-1.5 font-semibold text-t1"
    />
  );
}
