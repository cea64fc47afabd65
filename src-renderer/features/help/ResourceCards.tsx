import { BookOpen, CirclePlay, Mail, Users, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { writeAddress } from './address.ts';
import { ARTICLES } from '../../articles/library.ts';
import { useCountTutorialViewMutation, useReadTutorialsQuery } from '../content/index.ts';
import { useReadSupportContactsQuery } from './resourcesApi.ts';
import { useHasServer } from './useHasServer.ts';

/** Four ways on; each leads somewhere that there is, or says that there is nothing yet. */
export function ResourceCards() {
  const { t } = useTranslation('help');
  return (
    <div className="grid gap-3.5 md:grid-cols-2">
      <ResourceCard id="guide" icon={BookOpen} note={t('guide.count', { count: ARTICLES.length })}>
        <Button asChild variant="primary">
          <Link to={writeAddress({ isGuide: true })}>{t('resources.guide.action')}</Link>
        </Button>
      </ResourceCard>
      <VideosCard />
      <ResourceCard id="community" icon={Users}>
        <Button asChild>
          <Link to={writeAddress({ tab: 'feedback' })}>{t('resources.community.action')}</Link>
        </Button>
      </ResourceCard>
      <ContactCard />
    </div>
  );
}

interface ResourceCardProps {
  id: 'guide' | 'videos' | 'community' | 'contact';
  icon: LucideIcon;
  note?: string;
  /** Between the words and the button. */
  more?: ReactNode;
  children: ReactNode;
}

function ResourceCard({ id, icon: Icon, note, more, children }: ResourceCardProps) {
  const { t } = useTranslation('help');
  return (
    <Card aria-labelledby={`resource-${id}`} className="flex flex-col items-start gap-3">
      <div className="flex w-full items-center gap-3">
        <span className="grid size-9 place-items-center rounded-lg bg-accbg text-accent">
          <Icon aria-hidden="true" className="size-4.5" />
        </span>
        <h2 id={`resource-${id}`} className="grow text-sm font-semibold text-t1">
          {t(`resources.${id}.title`)}
        </h2>
        {note !== undefined && <p className="text-xs text-t3">{note}</p>}
      </div>
      <p className="grow leading-relaxed text-t2">{t(`resources.${id}.message`)}</p>
      {more}
      {children}
    </Card>
  );
}

function VideosCard() {
  const { t } = useTranslation('help');
  const [isOpen, setOpen] = useState(false);
  return (
    <ResourceCard id="videos" icon={CirclePlay} more={isOpen && <Videos />}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(true)}>
        {t('resources.videos.action')}
      </Button>
    </ResourceCard>
  );
}

function Videos() {
  const { t } = useTranslation('help');
  const hasServer = useHasServer();
  const { data, error, isLoading } = useReadTutorialsQuery(undefined, {
    skip: !hasServer,
    refetchOnMountOrArgChange: true,
  });
  const [countView] = useCountTutorialViewMutation();
  const say = (text: string) => (
    <p role="status" className="text-t1">
      {text}
    </p>
  );
  if (!hasServer) return say(t('resources.videos.noServer'));
  if (isLoading) return say(t('resources.videos.loading'));
  if (error) return say(t('resources.videos.failed', { reason: error.message ?? '' }));
  if (!data || data.length === 0) return say(t('resources.videos.none'));
  return (
    <ul className="grid gap-1.5">
      {data.map(({ id, title, content_type: type, duration, url }) => (
        <li key={id}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            onClick={() => void countView(id)}
            className="rounded font-medium text-accent underline underline-offset-3"
          >
            {title}
          </a>
          <span className="ml-2 text-xs text-t3">
            {[type === 'video' ? null : t(`resources.videos.types.${type}`), duration]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The address of support, where the server has one; the form leads there as well. */
function ContactCard() {
  const { t } = useTranslation('help');
  const { data = [] } = useReadSupportContactsQuery(undefined, { skip: !useHasServer() });
  const contacts = data.map(({ id, title, description, value, href, availability }) => (
    <li key={id}>
      <a
        href={href}
        rel="noreferrer"
        className="rounded font-medium text-accent underline underline-offset-3"
      >
        {value}
      </a>
      <span className="ml-2 text-xs text-t2">
        {[title, description, availability].filter(Boolean).join(' · ')}
      </span>
    </li>
  ));
  return (
    <ResourceCard
      id="contact"
      icon={Mail}
      more={contacts.length > 0 && <ul className="grid gap-1.5">{contacts}</ul>}
    >
      <Button asChild>
        <Link to={writeAddress({ tab: 'feedback' })}>{t('resources.contact.action')}</Link>
      </Button>
    </ResourceCard>
  );
}
