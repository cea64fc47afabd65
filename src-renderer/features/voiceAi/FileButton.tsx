import { FileAudio } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';

interface FileButtonProps {
  text: string;
  label: string;
  disabled?: boolean;
  onChosen: (file: File) => void;
}

/** A button that opens the system's choice of a sound file. */
export function FileButton({ text, label, disabled = false, onChosen }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        <FileAudio aria-hidden="true" className="size-4" />
        {text}
      </Button>
      <input
        ref={input}
        type="file"
        accept="audio/*,video/*"
        aria-label={label}
        className="hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) onChosen(file);
        }}
      />
    </>
  );
}
