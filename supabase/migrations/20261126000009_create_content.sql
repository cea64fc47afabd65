-- What super admins and admins write for visitors: pages, tutorials, contacts, pixels and testimonials.

create table public.admin_content_pages (
  id uuid primary key default gen_random_uuid(),
  page_key text not null unique check (page_key ~ '^[a-z0-9-]{1,80}$'),
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  -- As it was written: jsonb would put the keys into an order of its own.
  content json not null default '{}' check (json_typeof(content) = 'object' and char_length(content::text) <= 200000),
  meta_data jsonb not null default '{}' check (jsonb_typeof(meta_data) = 'object' and char_length(meta_data::text) <= 5000),
  status text not null default 'draft' check (status in ('published', 'draft')),
  last_edited_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index admin_content_pages_status_idx on public.admin_content_pages (status);
create index admin_content_pages_editor_idx on public.admin_content_pages (last_edited_by);
alter table public.admin_content_pages enable row level security;
-- Who edits is nobody's business outside.
grant select (id, page_key, title, content, meta_data, status, created_at, updated_at) on public.admin_content_pages to anon;
create policy "everybody reads published pages" on public.admin_content_pages for select to anon, authenticated
  using (status = 'published');
-- What counts itself is nobody's to write: views, and when a row was made and changed.
grant insert (page_key, title, content, meta_data, status, last_edited_by),
  update (title, content, meta_data, status, last_edited_by) on public.admin_content_pages to authenticated;
create policy "admins read all" on public.admin_content_pages for select to authenticated
  using ((select private.is_acting_admin()));
create policy "admins add" on public.admin_content_pages for insert to authenticated
  with check ((select private.is_acting_admin()));
create policy "admins change" on public.admin_content_pages for update to authenticated
  using ((select private.is_acting_admin())) with check ((select private.is_acting_admin()));
create policy "admins delete" on public.admin_content_pages for delete to authenticated
  using ((select private.is_acting_admin()));
grant select, delete on public.admin_content_pages to authenticated;
select private.watch('public.admin_content_pages');
create trigger touch_updated_at before update on public.admin_content_pages
  for each row execute function private.touch_updated_at();

create table public.admin_tutorials (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  description text not null default '' check (char_length(description) <= 2000),
  category text not null check (category in
    ('Getting Started', 'Recording & Broadcasting', 'Voice AI Features', 'Billing & Subscriptions')),
  content_type text not null check (content_type in ('video', 'article', 'interactive')),
  -- A film or a text leads to a page; a picture beside it is one of a page or of this site.
  content_url text check (content_url = ''
    or (private.is_one_line(content_url) and content_url ~* '^https://[^/?#@\\[:space:]]+([/?#][^[:space:]<>"]*)?$')),
  thumbnail_url text check (thumbnail_url = ''
    or (private.is_one_line(thumbnail_url) and thumbnail_url ~* '^(https://[^/?#@\\[:space:]]+([/?#]|$)|/[^/\\])')),
  duration text,
  difficulty text not null default 'beginner' check (difficulty in ('beginner', 'intermediate', 'advanced')),
  tags text[] not null default '{}' check (cardinality(tags) <= 20 and char_length(array_to_string(tags, '')) <= 800),
  view_count bigint not null default 0,
  is_featured boolean not null default false,
  is_published boolean not null default false,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (char_length(content_url) <= 500 and char_length(thumbnail_url) <= 500 and char_length(duration) <= 40)
);
create index admin_tutorials_published_idx on public.admin_tutorials (is_published, is_featured desc, view_count desc);
create index admin_tutorials_created_by_idx on public.admin_tutorials (created_by);
alter table public.admin_tutorials enable row level security;
grant select (id, title, description, category, content_type, content_url, thumbnail_url, duration, difficulty, tags,
  view_count, is_featured, is_published, created_at, updated_at) on public.admin_tutorials to anon;
create policy "everybody reads published tutorials" on public.admin_tutorials for select to anon, authenticated
  using (is_published);
grant insert (title, description, category, content_type, content_url, thumbnail_url, duration, difficulty, tags,
    is_featured, is_published, created_by),
  update (title, description, category, content_type, content_url, thumbnail_url, duration, difficulty, tags, is_featured,
    is_published) on public.admin_tutorials to authenticated;
-- A view is no change.
create trigger touch_updated_at before update on public.admin_tutorials
  for each row when (old.view_count = new.view_count) execute function private.touch_updated_at();
create policy "admins read all" on public.admin_tutorials for select to authenticated
  using ((select private.is_acting_admin()));
create policy "admins add" on public.admin_tutorials for insert to authenticated
  with check ((select private.is_acting_admin()));
create policy "admins change" on public.admin_tutorials for update to authenticated
  using ((select private.is_acting_admin())) with check ((select private.is_acting_admin()));
create policy "admins delete" on public.admin_tutorials for delete to authenticated
  using ((select private.is_acting_admin()));
grant select, delete on public.admin_tutorials to authenticated;
select private.watch('public.admin_tutorials');

create table public.admin_contact_info (
  id uuid primary key default gen_random_uuid(),
  contact_type text not null check (contact_type in ('support', 'sales', 'legal', 'general')),
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  description text not null default '',
  contact_value text not null check (btrim(contact_value) <> '' and char_length(contact_value) <= 300),
  availability text,
  is_primary boolean not null default false,
  order_index integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (char_length(description) <= 1000 and char_length(availability) <= 200),
  check (private.is_one_line(contact_value) and private.is_one_line(title))
);
create index admin_contact_info_active_idx on public.admin_contact_info (is_active, order_index);
alter table public.admin_contact_info enable row level security;
create policy "everybody reads active contacts" on public.admin_contact_info for select to anon, authenticated
  using (is_active);
grant insert (contact_type, title, description, contact_value, availability, is_primary, order_index, is_active),
  update (contact_type, title, description, contact_value, availability, is_primary, order_index, is_active)
  on public.admin_contact_info to authenticated;
create policy "admins read all" on public.admin_contact_info for select to authenticated
  using ((select private.is_acting_admin()));
create policy "admins add" on public.admin_contact_info for insert to authenticated
  with check ((select private.is_acting_admin()));
create policy "admins change" on public.admin_contact_info for update to authenticated
  using ((select private.is_acting_admin())) with check ((select private.is_acting_admin()));
create policy "admins delete" on public.admin_contact_info for delete to authenticated
  using ((select private.is_acting_admin()));
grant select on public.admin_contact_info to anon;
grant select, delete on public.admin_contact_info to authenticated;
select private.watch('public.admin_contact_info');
create trigger touch_updated_at before update on public.admin_contact_info
  for each row execute function private.touch_updated_at();

create table public.tracking_pixels (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> ''),
  pixel_type text not null check (pixel_type in ('meta', 'google-analytics', 'gtm', 'custom')),
  pixel_id text not null,
  description text,
  is_active boolean not null default true,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One may be a script of its own: it runs in a frame without an origin, like all of them.
  constraint tracking_pixels_id_check check (case pixel_type
    when 'custom' then btrim(pixel_id) <> '' and char_length(pixel_id) <= 20000
    when 'meta' then pixel_id ~ '^[0-9]{5,20}$'
    when 'gtm' then pixel_id ~ '^GTM-[A-Z0-9]{4,12}$'
    else pixel_id ~ '^G-[A-Z0-9]{4,14}$' end),
  constraint tracking_pixels_length_check check (char_length(name) <= 120 and char_length(description) <= 500)
);
create index tracking_pixels_active_idx on public.tracking_pixels (is_active);
create index tracking_pixels_created_by_idx on public.tracking_pixels (created_by);
create index tracking_pixels_created_idx on public.tracking_pixels (created_at desc, id desc);
alter table public.tracking_pixels enable row level security;
grant select (id, pixel_type, pixel_id, is_active) on public.tracking_pixels to anon;
create policy "everybody reads active pixels" on public.tracking_pixels for select to anon, authenticated
  using (is_active);
grant insert (name, pixel_type, pixel_id, description, is_active), update (name, pixel_id, description, is_active)
  on public.tracking_pixels to authenticated;
create policy "super admins read all" on public.tracking_pixels for select to authenticated
  using ((select private.is_super_admin()));
create policy "super admins add" on public.tracking_pixels for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "super admins change" on public.tracking_pixels for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "super admins delete" on public.tracking_pixels for delete to authenticated
  using ((select private.is_super_admin()));
grant select, delete on public.tracking_pixels to authenticated;
select private.watch('public.tracking_pixels');
create trigger touch_updated_at before update on public.tracking_pixels
  for each row execute function private.touch_updated_at();

-- What people said of the product, written by super admins; visitors read what is published.
create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  quote text not null check (btrim(quote) <> '' and char_length(quote) <= 600),
  author_name text not null check (btrim(author_name) <> '' and char_length(author_name) <= 120),
  author_role text not null default '' check (char_length(author_role) <= 160),
  -- Where it was said, so that everybody can see that it was.
  source_url text check (source_url ~ '^https://[^\s<>"]+$' and char_length(source_url) <= 500)
    check (private.is_one_line(source_url)),
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index testimonials_published_idx on public.testimonials (is_published, created_at desc);
create index testimonials_created_idx on public.testimonials (created_at desc, id desc);
alter table public.testimonials enable row level security;
create policy "super admins read all" on public.testimonials for select to authenticated
  using ((select private.is_super_admin()));
create policy "super admins add" on public.testimonials for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "super admins change" on public.testimonials for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "super admins delete" on public.testimonials for delete to authenticated
  using ((select private.is_super_admin()));
create policy "everybody reads published testimonials" on public.testimonials for select to anon, authenticated
  using (is_published);
grant select (id, quote, author_name, author_role, source_url, is_published, created_at) on public.testimonials to anon;
grant select, delete, insert (quote, author_name, author_role, source_url, is_published),
  update (quote, author_name, author_role, source_url, is_published) on public.testimonials to authenticated;
create trigger touch_updated_at before update on public.testimonials
  for each row execute function private.touch_updated_at();
select private.watch('public.testimonials');

-- Each state that a page had. One is restored by writing it into the page again, which makes the next one.
create table public.content_page_versions (
  id bigint generated always as identity primary key,
  page_id uuid not null references public.admin_content_pages on delete cascade,
  title text not null,
  content json not null,
  meta_data jsonb not null,
  status text not null,
  edited_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now()
);
create index content_page_versions_page_idx on public.content_page_versions (page_id, id desc);
create index content_page_versions_editor_idx on public.content_page_versions (edited_by);
alter table public.content_page_versions enable row level security;
create policy "admins read versions" on public.content_page_versions for select to authenticated
  using ((select private.is_acting_admin()));
grant select on public.content_page_versions to authenticated;

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

-- Who has looked at a tutorial, nobody can tell: what is kept is a hash, with a salt that is made for the day and gone the
-- day after.
create table private.daily_salts (
  day date primary key,
  salt bytea not null default extensions.gen_random_bytes(32)
);

create table private.tutorial_views (
  tutorial_id uuid not null references public.admin_tutorials on delete cascade,
  visitor_hash bytea not null,
  day date not null,
  primary key (tutorial_id, visitor_hash)
);
create index tutorial_views_day_idx on private.tutorial_views (day);

-- As of tutorials: a hash with the salt of a day, gone the day after.
create table private.article_visits (
  article_id text not null references public.article_views on delete cascade,
  visitor_hash bytea not null,
  day date not null,
  primary key (article_id, visitor_hash)
);
create index article_visits_day_idx on private.article_visits (day);
create index article_visits_visitor_idx on private.article_visits (visitor_hash);

-- Who looked at what before yesterday: a call that began before midnight still needs yesterday's salt. What another call is about to clear away is left to it, so that none waits.
create function private.forget_visitors(today date) returns void
language sql security definer set search_path = '' as $$
  delete from private.tutorial_views v where (v.tutorial_id, v.visitor_hash) in (
    select o.tutorial_id, o.visitor_hash from private.tutorial_views o where o.day < today - 1 limit 1000 for update skip locked);
  delete from private.article_visits v where (v.article_id, v.visitor_hash) in (
    select o.article_id, o.visitor_hash from private.article_visits o where o.day < today - 1 limit 1000 for update skip locked);
  delete from private.daily_salts s where s.day in (
    select o.day from private.daily_salts o where o.day < today - 1 for update skip locked);
$$;

-- A visitor counts once a tutorial and day, however often he calls it.
create function public.increment_tutorial_views(tutorial_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  if not exists (select 1 from public.admin_tutorials t where t.id = tutorial_id and t.is_published) then return; end if;
  perform private.forget_visitors(today);
  insert into private.tutorial_views as v (tutorial_id, visitor_hash, day)
  values (increment_tutorial_views.tutorial_id, private.visitor_today(today), today)
  on conflict do nothing;
  if found then
    update public.admin_tutorials t set view_count = t.view_count + 1 where t.id = increment_tutorial_views.tutorial_id;
  end if;
end
$$;
grant execute on function public.increment_tutorial_views(uuid) to anon, authenticated;

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

-- Who edits is the server's word. Where no person does, it stays as it is given.
create function private.note_editor() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.last_edited_by := coalesce(auth.uid(), new.last_edited_by);
  return new;
end
$$;
create trigger note_editor before insert or update of title, content, meta_data, status, last_edited_by
  on public.admin_content_pages
  for each row execute function private.note_editor();

create function private.note_creator() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_by := coalesce(auth.uid(), new.created_by);
  return new;
end
$$;
create trigger note_creator before insert on public.admin_tutorials
  for each row execute function private.note_creator();

create function private.keep_page_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if (new.title, new.content::text, new.meta_data, new.status) = (old.title, old.content::text, old.meta_data, old.status) then
      return null;
    end if;
  end if;
  insert into public.content_page_versions (page_id, title, content, meta_data, status, edited_by)
  values (new.id, new.title, new.content, new.meta_data, new.status, new.last_edited_by);
  return null;
end
$$;
create trigger keep_version after insert or update on public.admin_content_pages
  for each row execute function private.keep_page_version();

create function public.list_content_page_versions(page uuid, before_id bigint default null, page_size integer default 20)
returns table (id bigint, title text, status text, editor text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_acting_admin() then perform private.refuse('Admin Access Required'); end if;
  return query
    select v.id, v.title, v.status, private.name_of(v.edited_by), v.created_at
    from public.content_page_versions v
    where v.page_id = page and (before_id is null or v.id < before_id)
    order by v.id desc limit least(greatest(page_size, 1), 100);
end
$$;
grant execute on function public.list_content_page_versions(uuid, bigint, integer) to authenticated;

-- Whoever calls, for today: the account, or without one the address that the gateway saw. Of IPv6 it is the network, since
-- one line has 2^64 addresses. All of whom nothing is known are one. A caller cannot say that he is another one by sending
-- x-forwarded-for himself.
create function private.visitor_today(day date) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  -- A hosted project stands behind a proxy that writes the first of these itself, whatever a caller sent. To the other
  -- one each proxy adds an entry at the end: only the last is its word, and all before it may be the caller's.
  address text := btrim(regexp_replace(
    coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-forwarded-for', ''), '^.*,', ''));
  visitor text;
  salt bytea;
begin
  address := regexp_replace(lower(address), '^::ffff:(?=[0-9.]+$)', '');
  if auth.uid() is not null then
    visitor := 'account ' || auth.uid();
  elsif not pg_input_is_valid(address, 'inet') then
    visitor := 'nobody';
  elsif family(address::inet) = 6 then
    visitor := 'network ' || network(set_masklen(address::inet, 64));
  else
    visitor := 'address ' || host(address::inet);
  end if;
  insert into private.daily_salts (day) values (visitor_today.day) on conflict do nothing;
  select s.salt into salt from private.daily_salts s where s.day = visitor_today.day;
  return extensions.digest(salt || convert_to(visitor, 'UTF8'), 'sha256');
end
$$;
