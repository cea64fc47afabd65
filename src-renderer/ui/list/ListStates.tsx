import type { ComponentProps, ReactNode } from 'react';
import { Card } from '../Card.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { EmptyState } from '../StateMessage.tsx';
import { ListFailure } from './ListFailure.tsx';
import type { PagePath } from './usePath.ts';

/** A page of rows as a query answers it. */
export interface ListResult<Row> {
  data?: readonly Row[] | undefined;
  error?: unknown;
  isFetching?: boolean;
  refetch: () => unknown;
}

export interface ListStatesProps<Row> {
  list: ListResult<Row>;
  /** null: all is on one page. */
  path?: PagePath | null;
  empty: ComponentProps<typeof EmptyState>;
  failed?: string;
  /** How high it is while nothing is known. */
  height?: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** The rows of a list, or what is in their place: it failed, it is being read, there are none. */
export function ListStates<Row>(props: ListStatesProps<Row>) {
  const { list, path = null, empty, failed, height = 'h-96', children } = props;
  const { data, error, refetch } = list;
  if (error !== undefined) return <ListFailure error={error} title={failed} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className={`${height} rounded-xl`} />;
  if (data.length > 0 || (path !== null && path.pageNumber > 1)) return children(data);
  return (
    <Card>
      <EmptyState {...empty} />
    </Card>
  );
}
