import type { ReactNode } from 'react';
import { Panel } from '../Card.tsx';
import { ListStates, type ListStatesProps } from './ListStates.tsx';
import { Pages, type PagedRow } from './Pages.tsx';
import type { PagePath } from './usePath.ts';

interface ListPanelProps<Row, By extends string> extends Omit<ListStatesProps<Row>, 'path'> {
  path: PagePath;
  size: number;
  by: By;
  label?: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A panel with a page of rows, and the buttons to the others. */
export function ListPanel<By extends string, Row extends PagedRow<By>>(props: ListPanelProps<Row, By>) {
  const { size, by, label, children, ...states } = props;
  const { list, path } = states;
  return (
    <ListStates {...states}>
      {(rows) => (
        <Panel aria-label={label} aria-busy={label === undefined ? undefined : list.isFetching}>
          {children(rows)}
          <Pages path={path} rows={rows} size={size} by={by} />
        </Panel>
      )}
    </ListStates>
  );
}
