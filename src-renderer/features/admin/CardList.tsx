import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';
import { ListStates, type ListStatesProps } from '../../ui/list/index.ts';
import { Page } from '../../ui/Page.tsx';

interface CardListProps<Row> extends Pick<ListStatesProps<Row>, 'list' | 'empty' | 'failed'> {
  title: string;
  subtitle: string;
  /** Where visitors see the rows. */
  shownOn: { path: string; text: string };
  add: string;
  card: (row: Row, onEdit: () => void) => ReactNode;
  /** `new` for a row that is added, null while nothing is written. */
  dialog: (row: Row | 'new' | null, onClose: () => void) => ReactNode;
}

/** A list of what a public page shows: a card for each row, and a dialog that adds or changes one. */
export function CardList<Row extends { id: string }>(props: CardListProps<Row>) {
  const { title, subtitle, shownOn, add, card, dialog, ...states } = props;
  const [written, setWritten] = useState<Row | 'new' | null>(null);
  return (
    <Page
      title={title}
      subtitle={subtitle}
      width="slim"
      actions={
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link to={shownOn.path}>{shownOn.text}</Link>
          </Button>
          <Button variant="primary" onClick={() => setWritten('new')}>
            <Plus aria-hidden="true" className="size-4" />
            {add}
          </Button>
        </div>
      }
    >
      <ListStates {...states} height="h-40">
        {(rows) => (
          <ul className="grid gap-3.5">
            {rows.map((row) => (
              <li key={row.id}>{card(row, () => setWritten(row))}</li>
            ))}
          </ul>
        )}
      </ListStates>
      {dialog(written, () => setWritten(null))}
    </Page>
  );
}
