import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface ReadCardProps<T> {
  id: string;
  title: string;
  query: { data?: T | undefined; error?: unknown; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

/** A card of what the account server says, or why it could not be read. */
export function ReadCard<T>({ id, title, query: { data, error, refetch }, children }: ReadCardProps<T>) {
  const { t } = useTranslation('common');
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && <Skeleton className="h-40" />}
      {data === undefined && error !== undefined && (
        <div className="grid justify-items-start gap-3">
          <MessageBox tone="error">{(error as Partial<RpcFailure>).message}</MessageBox>
          <Button onClick={() => void refetch()}>{t('retry')}</Button>
        </div>
      )}
    </Card>
  );
}
