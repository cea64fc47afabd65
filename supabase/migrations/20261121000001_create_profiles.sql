-- Grants are written out: what a migration does not grant, nobody has.
alter default privileges for role postgres in schema public revoke all on tables from anon, authenticated;
alter default privileges for role postgres in schema public revoke all on sequences from anon, authenticated;
alter default privileges for role postgres in schema public revoke execute on functions from anon, authenticated;
alter default privileges for role postgres revoke execute on functions from public;

-- Helpers of policies and triggers: not reachable by REST.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- The super admin's claim is set by the server alone (app_metadata).
create function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((auth.jwt() -> 'app_metadata' ->> 'super_admin')::boolean, false)
$$;
grant execute on function private.is_super_admin() to anon, authenticated, service_role;

create function private.touch_updated_at() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create table public.sounddesk_profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users on delete cascade,
  display_name text not null default '' check (char_length(display_name) <= 120),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.sounddesk_profiles enable row level security;
create trigger touch_updated_at before update on public.sounddesk_profiles
  for each row execute function private.touch_updated_at();

create policy "one reads one's own profile" on public.sounddesk_profiles
  for select to authenticated using (user_id = (select auth.uid()));
create policy "super admins read every profile" on public.sounddesk_profiles
  for select to authenticated using ((select private.is_super_admin()));
create policy "one changes one's own profile" on public.sounddesk_profiles
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.sounddesk_profiles to authenticated;
grant update (display_name) on public.sounddesk_profiles to authenticated;
