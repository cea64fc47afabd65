import { useId, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Input } from '../../ui/Input.tsx';
import type { Draft } from './draft.ts';
import { useOfferedNames } from './useOfferedNames.ts';

interface SpeakersCardProps {
  draft: Draft;
  nameOf: (trackId: string) => string;
  takeId: string;
}

/** Who speaks: a name for each track. */
export function SpeakersCard({ draft, nameOf, takeId }: SpeakersCardProps) {
  const { t } = useTranslation('transcriptEditor');
  const offered = useOfferedNames(takeId);
  const listId = useId();
  return (
    <Card aria-labelledby="transcript-speakers">
      <CardHeader id="transcript-speakers" title={t('speakers.title')} />
      <datalist id={listId}>
        {offered.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {draft.transcript.speakers.map(({ trackId, name }) => {
          const now = nameOf(trackId);
          return (
            <li key={trackId}>
              <NameInput
                key={now}
                label={t('speakers.name', { name })}
                name={now}
                listId={listId}
                onChange={(next) =>
                  draft.apply({ on: 'name', trackId, name: next === '' || next === name ? null : next })
                }
              />
            </li>
          );
        })}
      </ul>
      <p className="mt-2 text-xs text-t3">{t('speakers.hint')}</p>
    </Card>
  );
}

interface NameInputProps {
  label: string;
  name: string;
  listId: string;
  onChange: (name: string) => void;
}

/** Kept when it is left, or by Enter. */
function NameInput({ label, name, listId, onChange }: NameInputProps) {
  const [typed, setTyped] = useState(name);
  const keep = () => typed.trim() !== name && onChange(typed.trim());
  return (
    <Input
      aria-label={label}
      list={listId}
      value={typed}
      maxLength={200}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(name);
      }}
    />
  );
}
