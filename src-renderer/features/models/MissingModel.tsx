import './texts.ts';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { dataOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { followModels, selectModels } from './modelsSlice.ts';

/** Says that a model is not installed, where it can be, and what is so until then; nothing where it is. */
export function MissingModel({ id, until = null }: { id: string; until?: string | null }) {
  const { t } = useTranslation('models');
  const dispatch = useAppDispatch();
  const row = dataOf(useSelector(selectModels))?.rows.find(({ model }) => model.id === id);
  useEffect(() => dispatch(followModels()), [dispatch]);
  if (!row || row.state === 'installed') return null;
  return (
    <p role="status" className="text-xs text-t2">
      {t('needed', { name: row.model.name })}{' '}
      <Link to={`${ROUTES.settings}?tab=advanced`} className="text-accent underline">
        {t('install')}
      </Link>
      {until !== null && ` · ${until}`}
    </p>
  );
}
