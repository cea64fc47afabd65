create table public.admin_content_pages (
  id uuid primary key default gen_random_uuid(),
  page_key text not null unique check (page_key ~ '^[a-z0-9-]{1,80}$'),
  title text not null,
  content jsonb not null default '{}',
  meta_data jsonb not null default '{}',
  status text not null default 'draft' check (status in ('published', 'draft')),
  last_edited_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index admin_content_pages_status_idx on public.admin_content_pages (status);
create index admin_content_pages_editor_idx on public.admin_content_pages (last_edited_by);

create table public.admin_tutorials (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null default '',
  category text not null check (category in
    ('Getting Started', 'Recording & Broadcasting', 'Voice AI Features', 'Billing & Subscriptions')),
  content_type text not null check (content_type in ('video', 'article', 'interactive')),
  content_url text,
  thumbnail_url text,
  duration text,
  difficulty text not null default 'beginner' check (difficulty in ('beginner', 'intermediate', 'advanced')),
  tags text[] not null default '{}',
  view_count bigint not null default 0,
  is_featured boolean not null default false,
  is_published boolean not null default false,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index admin_tutorials_published_idx on public.admin_tutorials (is_published, is_featured desc, view_count desc);
create index admin_tutorials_created_by_idx on public.admin_tutorials (created_by);

create table public.admin_contact_info (
  id uuid primary key default gen_random_uuid(),
  contact_type text not null check (contact_type in ('support', 'sales', 'legal', 'general')),
  title text not null,
  description text not null default '',
  contact_value text not null,
  availability text,
  is_primary boolean not null default false,
  order_index integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index admin_contact_info_active_idx on public.admin_contact_info (is_active, order_index);

create table public.tracking_pixels (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> ''),
  pixel_type text not null check (pixel_type in ('meta', 'google-analytics', 'gtm')),
  pixel_id text not null,
  description text,
  is_active boolean not null default true,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (pixel_id ~ case pixel_type when 'meta' then '^[0-9]{5,20}$' when 'gtm' then '^GTM-[A-Z0-9]{4,12}$'
    else '^G-[A-Z0-9]{4,14}$' end)
);
create index tracking_pixels_active_idx on public.tracking_pixels (is_active);
create index tracking_pixels_created_by_idx on public.tracking_pixels (created_by);

-- Health of the product's parts, with its history.
create table public.service_checks (
  id bigint generated always as identity primary key,
  service text not null,
  status text not null check (status in ('operational', 'degraded', 'outage')),
  response_ms integer,
  checked_at timestamptz not null default now()
);
create index service_checks_service_idx on public.service_checks (service, checked_at desc);
create table public.service_incidents (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null default '',
  status text not null check (status in ('investigating', 'monitoring', 'resolved', 'completed')),
  impact text not null check (impact in ('low', 'medium', 'high')),
  started_at timestamptz not null default now(),
  resolved_at timestamptz
);
create index service_incidents_started_idx on public.service_incidents (started_at desc);

-- The super admin writes; visitors read what is published.
do $$
declare
  content_table text;
begin
  foreach content_table in array array['admin_content_pages', 'admin_tutorials', 'admin_contact_info', 'tracking_pixels',
    'service_incidents'] loop
    execute format('alter table public.%I enable row level security', content_table);
    execute format('create policy "super admins read all" on public.%I for select to authenticated
      using ((select private.is_super_admin()))', content_table);
    execute format('create policy "super admins add" on public.%I for insert to authenticated
      with check ((select private.is_super_admin()))', content_table);
    execute format('create policy "super admins change" on public.%I for update to authenticated
      using ((select private.is_super_admin())) with check ((select private.is_super_admin()))', content_table);
    execute format('create policy "super admins delete" on public.%I for delete to authenticated
      using ((select private.is_super_admin()))', content_table);
    execute format('grant select on public.%I to anon', content_table);
    execute format('grant select, insert, update, delete on public.%I to authenticated', content_table);
    perform private.watch(format('public.%I', content_table)::regclass);
  end loop;
  foreach content_table in array array['admin_content_pages', 'admin_tutorials', 'admin_contact_info', 'tracking_pixels'] loop
    execute format('create trigger touch_updated_at before update on public.%I
      for each row execute function private.touch_updated_at()', content_table);
  end loop;
end
$$;
-- Who edits is nobody's business outside.
revoke select on public.admin_content_pages, public.admin_tutorials, public.tracking_pixels from anon;
grant select (id, page_key, title, content, meta_data, status, created_at, updated_at) on public.admin_content_pages to anon;
grant select (id, title, description, category, content_type, content_url, thumbnail_url, duration, difficulty, tags,
  view_count, is_featured, is_published, created_at, updated_at) on public.admin_tutorials to anon;
grant select (id, pixel_type, pixel_id, is_active) on public.tracking_pixels to anon;

create policy "everybody reads published pages" on public.admin_content_pages for select to anon, authenticated
  using (status = 'published');
create policy "everybody reads published tutorials" on public.admin_tutorials for select to anon, authenticated
  using (is_published);
create policy "everybody reads active contacts" on public.admin_contact_info for select to anon, authenticated
  using (is_active);
create policy "everybody reads active pixels" on public.tracking_pixels for select to anon, authenticated
  using (is_active);
create policy "everybody reads incidents" on public.service_incidents for select to anon, authenticated using (true);
alter table public.service_checks enable row level security;
create policy "everybody reads checks" on public.service_checks for select to anon, authenticated using (true);
grant select on public.service_checks to anon, authenticated;

create function public.increment_tutorial_views(tutorial_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.admin_tutorials t set view_count = t.view_count + 1 where t.id = tutorial_id and t.is_published
$$;
grant execute on function public.increment_tutorial_views(uuid) to anon, authenticated;
