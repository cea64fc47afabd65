create extension if not exists pg_trgm with schema extensions;

create table public.license_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete set null,
  -- The owner's address as it was last seen, so that a search needs one index.
  user_email text not null default '',
  key_hash bytea not null unique,
  -- What a list shows: "SD-" and the first five characters.
  key_prefix text not null check (key_prefix ~ '^SD-[A-Z0-9]{5}$'),
  -- The key, sealed by the functions' own secret: a super admin can reveal it, the database cannot.
  key_sealed text,
  product_type text not null default 'desktop' check (product_type in ('desktop', 'web', 'api')),
  platform text not null default 'windows' check (platform in ('windows', 'mac', 'linux', 'desktop')),
  plan_id text not null default 'professional' references public.plans,
  status text not null default 'trial' check (status in ('trial', 'active', 'expired', 'revoked')),
  max_devices integer not null default 1 check (max_devices between 1 and 1000),
  trial_ends_at timestamptz,
  activated_at timestamptz,
  -- The last device that activated it.
  device_name text,
  device_id text,
  -- Counts the tokens given out: of two tokens the higher one is the newer.
  token_sequence bigint not null default 0,
  -- The trial that an account starts for itself, once.
  is_self_trial boolean not null default false,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (lower(key_prefix || ' ' || user_email || ' ' || coalesce(device_name, ''))) stored
);
create index license_keys_user_idx on public.license_keys (user_id);
create unique index license_keys_self_trial_idx on public.license_keys (user_id) where is_self_trial;
create index license_keys_created_idx on public.license_keys (created_at desc, id desc);
create index license_keys_status_idx on public.license_keys (status, created_at desc, id desc);
create index license_keys_platform_idx on public.license_keys (platform, created_at desc, id desc);
create index license_keys_plan_idx on public.license_keys (plan_id);
create index license_keys_created_by_idx on public.license_keys (created_by);
create index license_keys_search_idx on public.license_keys using gin (search_text extensions.gin_trgm_ops);

create table public.license_activations (
  id uuid primary key default gen_random_uuid(),
  license_id uuid not null references public.license_keys on delete cascade,
  device_id text not null check (char_length(device_id) between 16 and 128),
  device_name text not null default '' check (char_length(device_name) <= 120),
  platform text not null check (platform in ('windows', 'mac', 'linux')),
  activated_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  deactivated_at timestamptz,
  unique (license_id, device_id)
);

alter table public.license_keys enable row level security;
alter table public.license_activations enable row level security;

create function private.my_licenses() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select l.id from public.license_keys l where l.user_id = (select auth.uid())
$$;
grant execute on function private.my_licenses() to authenticated;

create policy "one reads one's own licences" on public.license_keys for select to authenticated
  using (user_id = (select auth.uid()));
create policy "super admins read every licence" on public.license_keys for select to authenticated
  using ((select private.is_super_admin()));
grant select (id, user_id, user_email, key_prefix, product_type, platform, plan_id, status, max_devices, trial_ends_at,
  activated_at, device_name, device_id, is_self_trial, created_by, created_at, updated_at)
  on public.license_keys to authenticated;

create policy "one reads one's own devices" on public.license_activations for select to authenticated
  using (license_id in (select private.my_licenses()) or (select private.is_super_admin()));
grant select on public.license_activations to authenticated;

create trigger touch_updated_at before update on public.license_keys
  for each row execute function private.touch_updated_at();
select private.watch('public.license_keys'), private.watch('public.license_activations');

-- Counts by status, kept at each change: counting a million rows would take longer than a screen may wait.
create table private.license_counts (
  status text primary key,
  total bigint not null default 0
);
insert into private.license_counts (status) values ('trial'), ('active'), ('expired'), ('revoked');

create function private.count_licenses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In one order always, so that two changes at once do not wait for each other in a ring.
  perform 1 from private.license_counts c order by c.status for update;
  if tg_op in ('UPDATE', 'DELETE') then
    update private.license_counts c set total = c.total - o.n
    from (select status, count(*) as n from old_rows group by status) o where o.status = c.status;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    update private.license_counts c set total = c.total + i.n
    from (select status, count(*) as n from new_rows group by status) i where i.status = c.status;
  end if;
  return null;
end
$$;
create trigger count_inserted after insert on public.license_keys
  referencing new table as new_rows for each statement execute function private.count_licenses();
create trigger count_updated after update on public.license_keys
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_licenses();
create trigger count_deleted after delete on public.license_keys
  referencing old table as old_rows for each statement execute function private.count_licenses();

-- A key as people type it: any case, blanks around it.
create function private.license_hash(license_key text) returns bytea
language sql immutable set search_path = '' as $$
  select extensions.digest(upper(btrim(license_key)), 'sha256')
$$;
