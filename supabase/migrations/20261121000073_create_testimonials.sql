-- What people said of the product, written by super admins; visitors read what is published.
create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  quote text not null check (btrim(quote) <> '' and char_length(quote) <= 600),
  author_name text not null check (btrim(author_name) <> '' and char_length(author_name) <= 120),
  author_role text not null default '' check (char_length(author_role) <= 160),
  -- Where it was said, so that everybody can see that it was.
  source_url text check (source_url ~ '^https://[^\s<>"]+$' and char_length(source_url) <= 500),
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
