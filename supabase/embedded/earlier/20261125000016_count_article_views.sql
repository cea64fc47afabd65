-- How often the articles of the help center were opened: those of the program by their file's name, those of admins by their
-- page's key.
create table public.article_views (
  article_id text primary key check (article_id ~ '^[a-z0-9-]{1,80}$'),
  view_count bigint not null default 0,
  last_viewed_at timestamptz not null default now()
);
create index article_views_popular_idx on public.article_views (view_count desc, article_id);
alter table public.article_views enable row level security;
create policy "everybody reads how often articles were opened" on public.article_views for select to anon, authenticated
  using (true);
grant select (article_id, view_count) on public.article_views to anon, authenticated;

-- As of tutorials: a hash with the salt of a day, gone the day after.
create table private.article_visits (
  article_id text not null references public.article_views on delete cascade,
  visitor_hash bytea not null,
  day date not null,
  primary key (article_id, visitor_hash)
);
create index article_visits_day_idx on private.article_visits (day);
create index article_visits_visitor_idx on private.article_visits (visitor_hash);

-- Who looked at what before yesterday. What another call is about to clear away is left to it, so that none waits.
create function private.forget_visitors(today date) returns void
language sql security definer set search_path = '' as $$
  delete from private.tutorial_views v where (v.tutorial_id, v.visitor_hash) in (
    select o.tutorial_id, o.visitor_hash from private.tutorial_views o where o.day < today - 1 limit 1000 for update skip locked);
  delete from private.article_visits v where (v.article_id, v.visitor_hash) in (
    select o.article_id, o.visitor_hash from private.article_visits o where o.day < today - 1 limit 1000 for update skip locked);
  delete from private.daily_salts s where s.day in (
    select o.day from private.daily_salts o where o.day < today - 1 for update skip locked);
$$;

-- A visitor counts once an article and day, and for 100 articles a day. The server knows no list of the articles: of ids that
-- somebody makes up, at most 500 are kept, and the one that was opened least makes room for a new one.
create function public.count_article_view(article text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  most_articles constant integer := 500;
  most_visits constant integer := 100;
  today date := (now() at time zone 'UTC')::date;
  visitor bytea;
begin
  if article !~ '^[a-z0-9-]{1,80}$' then return; end if;
  perform private.forget_visitors(today);
  visitor := private.visitor_today(today);
  if (select count(*) from private.article_visits v where v.visitor_hash = visitor) >= most_visits then return; end if;
  if not exists (select 1 from public.article_views a where a.article_id = article) then
    perform pg_advisory_xact_lock(hashtextextended('article views', 0));
    delete from public.article_views a where a.article_id in (
      select l.article_id from public.article_views l order by l.view_count, l.last_viewed_at
      limit greatest(0, (select count(*) from public.article_views) - most_articles + 1));
    insert into public.article_views (article_id) values (article) on conflict do nothing;
  end if;
  insert into private.article_visits (article_id, visitor_hash, day) values (article, visitor, today) on conflict do nothing;
  if found then
    update public.article_views a set view_count = a.view_count + 1, last_viewed_at = now() where a.article_id = article;
  end if;
end
$$;
grant execute on function public.count_article_view(text) to anon, authenticated;
