import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { ListFailure } from '../../ui/list/index.ts';

interface DetailProps<Row> {
  /** null where it is gone. */
  query: { data?: Row | null | undefined; error?: unknown; refetch: () => unknown };
  back: { to: string; text: string };
  gone: { title: string; message: string };
  /** What leads back to the list, where there is no room for both. */
  backClassName: string;
  /** Beside the way back. */
  heading?: ReactNode;
  children: (row: Row) => ReactNode;
}

/** What was chosen in the list beside it. */
export function Detail<Row>({ query, back, gone, backClassName, heading, children }: DetailProps<Row>) {
  const { data, error, refetch } = query;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 wrap-anywhere">
      <div className={backClassName}>
        {heading}
        <Button asChild variant="ghost" size="sm" className="-ml-3">
          <Link to={back.to}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            {back.text}
          </Link>
        </Button>
      </div>
      {error !== undefined ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-96 rounded-xl" />
      ) : data === null ? (
        <Card>
          <EmptyState {...gone} />
        </Card>
      ) : (
        children(data)
      )}
    </div>
  );
}
