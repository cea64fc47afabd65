-- Content is written by admins: who has the claim `admin`, and super admins. The claim of the token is checked again in
-- the table: one who was an admin when he signed in is none now.
create function private.is_acting_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select (coalesce((auth.jwt() -> 'app_metadata' ->> 'admin')::boolean, false) or private.is_super_admin()) and exists (
    select 1 from auth.users u
    where u.id = auth.uid() and (coalesce((u.raw_app_meta_data ->> 'admin')::boolean, false)
      or coalesce((u.raw_app_meta_data ->> 'super_admin')::boolean, false)))
$$;
grant execute on function private.is_acting_admin() to authenticated;

do $$
declare
  content_table text;
begin
  foreach content_table in array array['admin_content_pages', 'admin_tutorials', 'admin_contact_info'] loop
    execute format('drop policy "super admins read all" on public.%I', content_table);
    execute format('drop policy "super admins add" on public.%I', content_table);
    execute format('drop policy "super admins change" on public.%I', content_table);
    execute format('drop policy "super admins delete" on public.%I', content_table);
    execute format('create policy "admins read all" on public.%I for select to authenticated
      using ((select private.is_acting_admin()))', content_table);
    execute format('create policy "admins add" on public.%I for insert to authenticated
      with check ((select private.is_acting_admin()))', content_table);
    execute format('create policy "admins change" on public.%I for update to authenticated
      using ((select private.is_acting_admin())) with check ((select private.is_acting_admin()))', content_table);
    execute format('create policy "admins delete" on public.%I for delete to authenticated
      using ((select private.is_acting_admin()))', content_table);
    execute format('revoke insert, update on public.%I from authenticated', content_table);
  end loop;
end
$$;
-- What counts itself is nobody's to write: views, and when a row was made and changed.
grant insert (page_key, title, content, meta_data, status, last_edited_by),
  update (title, content, meta_data, status, last_edited_by) on public.admin_content_pages to authenticated;
grant insert (title, description, category, content_type, content_url, thumbnail_url, duration, difficulty, tags,
    is_featured, is_published, created_by),
  update (title, description, category, content_type, content_url, thumbnail_url, duration, difficulty, tags, is_featured,
    is_published) on public.admin_tutorials to authenticated;
grant insert (contact_type, title, description, contact_value, availability, is_primary, order_index, is_active),
  update (contact_type, title, description, contact_value, availability, is_primary, order_index, is_active)
  on public.admin_contact_info to authenticated;

-- As it was written: jsonb would put the keys into an order of its own.
alter table public.admin_content_pages alter column content drop default;
alter table public.admin_content_pages alter column content type json using content::json;
alter table public.admin_content_pages alter column content set default '{}';
alter table public.admin_content_pages
  add check (btrim(title) <> '' and char_length(title) <= 200),
  add check (json_typeof(content) = 'object' and char_length(content::text) <= 200000),
  add check (jsonb_typeof(meta_data) = 'object' and char_length(meta_data::text) <= 5000);
alter table public.admin_tutorials
  add check (btrim(title) <> '' and char_length(title) <= 200),
  add check (char_length(description) <= 2000),
  add check (char_length(content_url) <= 500 and char_length(thumbnail_url) <= 500 and char_length(duration) <= 40),
  add check (cardinality(tags) <= 20 and char_length(array_to_string(tags, '')) <= 800);
alter table public.admin_contact_info
  add check (btrim(title) <> '' and char_length(title) <= 200),
  add check (btrim(contact_value) <> '' and char_length(contact_value) <= 300),
  add check (char_length(description) <= 1000 and char_length(availability) <= 200);

-- A view is no change: it neither dates a tutorial nor fills the log.
drop trigger touch_updated_at on public.admin_tutorials;
create trigger touch_updated_at before update on public.admin_tutorials
  for each row when (old.view_count = new.view_count) execute function private.touch_updated_at();
create or replace function private.loggable(row_values jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select row_values - array['key_hash', 'key_sealed', 'token_hash', 'credential_hash', 'updated_at', 'search_text',
    'token_sequence', 'last_seen_at', 'last_active_at', 'last_used_at', 'usage_count', 'view_count']
$$;

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
insert into public.content_page_versions (page_id, title, content, meta_data, status, edited_by, created_at)
select p.id, p.title, p.content, p.meta_data, p.status, p.last_edited_by, p.updated_at from public.admin_content_pages p;

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
