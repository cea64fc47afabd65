-- Profiles, passwords, sessions of use, and accounts that are to be deleted.

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

-- The journal of real sessions, as far as a user lets it leave his machine.
create table public.usage_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  kind text not null check (kind in ('noise-cancellation', 'recording', 'broadcast', 'meeting', 'capture')),
  preset_id text check (char_length(preset_id) <= 200),
  started_at timestamptz not null,
  ended_at timestamptz,
  figures jsonb not null default '{}' check (pg_column_size(figures) <= 16384)
    check (jsonb_typeof(figures) = 'object' and char_length(figures::text) <= 4000),
  created_at timestamptz not null default now(),
  check (ended_at is null or ended_at >= started_at),
  check (isfinite(started_at) and (ended_at is null or isfinite(ended_at)))
);
-- So that a page of sessions is found by key.
create index usage_sessions_time_idx on public.usage_sessions (user_id, started_at desc, id desc);
create index usage_sessions_received_idx on public.usage_sessions (user_id, created_at);
-- What a session tells of its time, or when it came here: the earlier one counts.
create index usage_sessions_age_idx on public.usage_sessions (least(started_at, created_at));
alter table public.usage_sessions enable row level security;
create policy "one reads one's own sessions" on public.usage_sessions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "one adds one's own sessions" on public.usage_sessions for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "one ends one's own sessions" on public.usage_sessions for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "one deletes one's own sessions" on public.usage_sessions for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, delete, insert (id, kind, preset_id, started_at, ended_at, figures), update (ended_at, figures)
  on public.usage_sessions to authenticated;

-- An account that its owner wants deleted: it goes after a waiting period, in which he can take it back.
create table public.account_deletions (
  user_id uuid primary key default auth.uid() references auth.users on delete cascade,
  requested_at timestamptz not null default now(),
  delete_after timestamptz not null
);
create index account_deletions_due_idx on public.account_deletions (delete_after);
alter table public.account_deletions enable row level security;
create policy "one reads one's own deletion" on public.account_deletions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_super_admin()));
grant select on public.account_deletions to authenticated;

-- Open one-time passwords. For an address without an account the same is kept as for one with.
create table private.password_resets (
  address_hash bytea primary key,
  -- Of no account that there is where the address has none.
  user_id uuid,
  credential_hash bytea not null,
  expires_at timestamptz not null,
  failures integer not null default 0
);
create index password_resets_user_id_idx on private.password_resets (user_id);
create index password_resets_expires_at_idx on private.password_resets (expires_at);

-- Profile, personal workspace and trial of an account that has none yet. The trial counts from
-- the account's first day, so that calling this again, or late, extends nothing.
create function public.create_default_sounddesk_profiles(user_uuid uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users;
  workspace uuid;
begin
  if user_uuid is distinct from auth.uid() and coalesce(auth.role(), '') <> 'service_role' then
    perform private.refuse('One can create a profile for oneself only.');
  end if;
  select * into account from auth.users u where u.id = user_uuid;
  if account.id is null then perform private.refuse('There is no such account.'); end if;
  insert into public.sounddesk_profiles (user_id, display_name)
  values (account.id, left(btrim(coalesce(account.raw_user_meta_data ->> 'name', '')), 120))
  on conflict (user_id) do nothing;
  insert into public.organizations (name, is_personal, created_by) values ('Personal', true, account.id)
  on conflict (created_by) where is_personal do nothing
  returning id into workspace;
  if workspace is null then return; end if;
  insert into public.organization_members (organization_id, user_id, role, status)
  values (workspace, account.id, 'owner', 'active');
  insert into public.subscriptions (organization_id, plan_id, status, trial_ends_at)
  values (workspace, 'professional', 'trialing', account.created_at + interval '14 days');
end
$$;
grant execute on function public.create_default_sounddesk_profiles(uuid) to authenticated;

-- The 12-character password of "Reset Password": valid once, for 15 minutes, beside the old one. False where the address
-- has no account; the caller must not tell. The same is kept for such an address: who asks could tell one from the other
-- by the time that it took.
create function public.store_password_reset(account_email text, credential text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  address bytea := private.address_hash(account_email);
  account uuid;
begin
  delete from private.password_resets r where r.expires_at < now();
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(account_email));
  insert into private.password_resets (address_hash, user_id, credential_hash, expires_at)
  values (address, account, extensions.digest(encode(address, 'hex') || credential, 'sha256'), now() + interval '15 minutes')
  on conflict (address_hash) do update set user_id = excluded.user_id,
    credential_hash = excluded.credential_hash, expires_at = excluded.expires_at, failures = 0;
  return account is not null;
end
$$;

-- The account whose credential this is; the credential is then used up. Null: wrong, old or used.
create function public.redeem_password_reset(account_email text, credential text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  address bytea := private.address_hash(account_email);
  account uuid;
begin
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(account_email));
  delete from private.password_resets r
  where r.address_hash = address and r.user_id = account and r.expires_at > now() and r.failures < 5
    and r.credential_hash = extensions.digest(encode(address, 'hex') || credential, 'sha256');
  if found then return account; end if;
  update private.password_resets r set failures = r.failures + 1 where r.address_hash = address;
  return null;
end
$$;

-- Returns when the account goes. Asked again, it stays with the first day. The last super admin stays.
create function public.request_account_deletion() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  due timestamptz;
begin
  if auth.uid() is null then perform private.refuse('Sign in first.'); end if;
  if private.owns_for_others(auth.uid()) then
    perform private.refuse('You are the only owner of an organisation with other members. Make somebody else an owner, or delete the organisation, first.');
  end if;
  if private.is_last_super_admin(auth.uid()) then
    perform private.refuse('The last super admin stays: make somebody else a super admin first.');
  end if;
  insert into public.account_deletions (user_id, delete_after) values (auth.uid(), now() + interval '14 days')
  on conflict (user_id) do nothing;
  select d.delete_after into due from public.account_deletions d where d.user_id = auth.uid();
  return due;
end
$$;
grant execute on function public.request_account_deletion() to authenticated;

create function public.cancel_account_deletion() returns void
language sql security definer set search_path = '' as $$
  delete from public.account_deletions d where d.user_id = auth.uid()
$$;
grant execute on function public.cancel_account_deletion() to authenticated;

-- Null where the server itself acted, or the account is gone.
create function private.name_of(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(p.display_name, ''), u.email::text)
  from auth.users u left join public.sounddesk_profiles p on p.user_id = u.id where u.id = account
$$;

create function private.admin_role(account auth.users) returns text
language sql immutable set search_path = '' as $$
  select case when coalesce((account.raw_app_meta_data ->> 'super_admin')::boolean, false) then 'super_admin'
    when coalesce((account.raw_app_meta_data ->> 'admin')::boolean, false) then 'admin' else 'none' end
$$;

-- Whether nobody could give roles any more if this account were no super admin. Who cannot sign in, or wants to be deleted,
-- does not count. Called with the lock, so that two super admins do not let each other go.
create function private.is_last_super_admin(account uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('sounddesk super admins'));
  return exists (select 1 from auth.users u where u.id = account and private.admin_role(u) = 'super_admin')
    and not exists (
      select 1 from auth.users u
      where u.id <> account and private.admin_role(u) = 'super_admin' and u.email_confirmed_at is not null
        and (u.banned_until is null or u.banned_until < now())
        and not exists (select 1 from public.account_deletions d where d.user_id = u.id));
end
$$;

-- A journal of sessions is a few dozen rows a day. An account that sends more than a thousand in a day waits with the rest
-- until the next: the journal on its own machine keeps them. Looks at what was really added: the same sent again is no
-- more. What the server itself writes is not counted.
create function private.cap_usage_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  most constant integer := 1000;
begin
  if me is null or not exists (select 1 from added) then return null; end if;
  -- Two at once are counted one after the other: the second sees what the first added.
  perform pg_advisory_xact_lock(hashtextextended('usage_sessions ' || me, 0));
  if (select count(*) from (
    select 1 from public.usage_sessions s
    where s.user_id = me and s.created_at >= date_trunc('day', now(), 'UTC') limit most + 1) today) > most then
    raise exception 'An account takes % sessions a day. The rest can be sent tomorrow.', most using errcode = 'PT429';
  end if;
  return null;
end
$$;
create trigger cap_sessions after insert on public.usage_sessions
  referencing new table as added for each statement execute function private.cap_usage_sessions();

create function private.address_hash(address text) returns bytea language sql immutable set search_path = '' as $$
  select extensions.digest(lower(btrim(address)), 'sha256')
$$;

-- A new password or address ends the one-time password of before: it was for the account as it was.
create function private.end_password_resets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.password_resets r where r.user_id = old.id;
  return null;
end
$$;
create trigger end_password_resets after update of email, encrypted_password on auth.users
  for each row when (old.email is distinct from new.email or old.encrypted_password is distinct from new.encrypted_password)
  execute function private.end_password_resets();
