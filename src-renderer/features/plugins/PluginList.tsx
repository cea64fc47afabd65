import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PluginEntry } from '../../../src-shared/contract/plugins.ts';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/Input.tsx';

interface PluginListProps {
  plugins: readonly PluginEntry[];
  /** Makes each row something to choose. */
  onChoose?: (plugin: PluginEntry) => void;
  /** The one that is being loaded. */
  busyId?: string | null;
}

/** The catalogue by name, with a search over all that is in sight. */
export function PluginList({ plugins, onChoose, busyId = null }: PluginListProps) {
  const { t } = useTranslation('plugins');
  const [query, setQuery] = useState('');
  const found = useMemo(() => filterPlugins(plugins, query), [plugins, query]);
  return (
    <div className="grid gap-3">
      <label className="relative block">
        <Search aria-hidden="true" className="absolute top-2.5 left-3 size-4 text-t3" />
        <Input
          type="search"
          className="pl-9"
          aria-label={t('catalogue.search')}
          placeholder={t('catalogue.search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      {found.length === 0 ? (
        <p className="px-1 py-6 text-center text-t2">{t('catalogue.noMatch', { query })}</p>
      ) : (
        <div
          className="max-h-[26rem] overflow-auto"
          tabIndex={0}
          role="group"
          aria-label={t('catalogue.title')}
        >
          <table className="w-full text-left">
            <thead className="sticky top-0 bg-panel text-2xs text-t3">
              <tr className="border-b border-line [&>th]:px-2 [&>th]:py-1.5 [&>th]:font-normal">
                <th scope="col">{t('catalogue.name')}</th>
                <th scope="col">{t('catalogue.category')}</th>
                <th scope="col" className="max-sm:hidden">
                  {t('catalogue.vendor')}
                </th>
                <th scope="col" className="text-right max-md:hidden">
                  {t('catalogue.version')}
                </th>
              </tr>
            </thead>
            <tbody>
              {found.map((plugin) => (
                <tr
                  key={plugin.id}
                  className="border-b border-line last:border-0 hover:bg-raise [&>td]:px-2 [&>td]:py-1.5 [&>th]:px-2 [&>th]:py-1"
                >
                  <th scope="row" className="font-medium text-t1">
                    {onChoose ? (
                      <Button
                        variant="ghost"
                        size="sm"
                        className="-mx-2 !px-2 !text-body !text-t1"
                        isBusy={busyId === plugin.id}
                        disabled={busyId !== null}
                        aria-label={t('browser.load', { name: plugin.name })}
                        onClick={() => onChoose(plugin)}
                      >
                        {plugin.name}
                      </Button>
                    ) : (
                      <span className="block py-0.5">{plugin.name}</span>
                    )}
                  </th>
                  <td className="text-t2">{readableCategory(plugin.category)}</td>
                  <td className="text-t2 max-sm:hidden">{plugin.vendor}</td>
                  <td className="text-right text-t3 tabular-nums max-md:hidden">{plugin.version}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** Every word of the query has to be somewhere. */
export function filterPlugins(plugins: readonly PluginEntry[], query: string): readonly PluginEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return plugins;
  return plugins.filter(({ name, category, vendor }) => {
    const text = `${name} ${category} ${vendor}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** `Fx|Dynamics|Mono` as `Dynamics, Mono`: that it is an effect goes without saying. */
export function readableCategory(category: string): string {
  const parts = category.split('|').filter((part) => part !== 'Fx');
  return parts.length > 0 ? parts.join(', ') : category;
}
