-- Licence keys, the devices that they are active on, and what a device is told of them.

create table public.license_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete set null,
  -- The owner's address as it was last seen, so that a search needs one index.
  user_email text not null default '' check (private.is_one_line(user_email)),
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
  search_text text generated always as (lower(key_prefix || ' ' || user_email || ' ' || coalesce(device_name, ''))) stored,
  -- The plan that the account's own licence has by a seat, as of the last contact; null: by none.
  seat_plan_id text references public.plans
);
create index license_keys_user_idx on public.license_keys (user_id);
create unique index license_keys_self_trial_idx on public.license_keys (user_id) where is_self_trial;
create index license_keys_created_idx on public.license_keys (created_at desc, id desc);
create index license_keys_status_idx on public.license_keys (status, created_at desc, id desc);
create index license_keys_platform_idx on public.license_keys (platform, created_at desc, id desc);
create index license_keys_plan_idx on public.license_keys (plan_id);
create index license_keys_created_by_idx on public.license_keys (created_by);
create index license_keys_search_idx on public.license_keys using gin (search_text extensions.gin_trgm_ops);
create index license_keys_due_idx on public.license_keys (trial_ends_at) where status = 'trial';
-- A search is answered by the index that its form names. Three letters into the middle of a word find
-- it by trigrams; where common trigrams would have to be cut with one another (addresses of one domain,
-- names of devices) or there is none (one or two letters), the beginning is looked for instead.
create index license_keys_prefix_idx on public.license_keys (key_prefix text_pattern_ops);
create index license_keys_email_idx on public.license_keys (user_email text_pattern_ops);
create index license_keys_domain_idx on public.license_keys (split_part(user_email, '@', 2) text_pattern_ops);
create index license_keys_device_idx on public.license_keys (lower(device_name) text_pattern_ops);
create index license_keys_status_platform_idx on public.license_keys (status, platform, created_at desc, id desc);
-- With the usual hundred samples the planner guesses how rare a word is, and reads the whole table in the
-- order of the page for a word that is in a few rows.
alter table public.license_keys alter column search_text set statistics 1000;
-- As for the words of the search: a hundred samples do not tell how rare a beginning is.
alter table public.license_keys alter column key_prefix set statistics 1000;
alter table public.license_keys alter column user_email set statistics 1000;
alter index public.license_keys_domain_idx alter column 1 set statistics 1000;
alter index public.license_keys_device_idx alter column 1 set statistics 1000;
create index license_keys_seat_plan_idx on public.license_keys (seat_plan_id) where seat_plan_id is not null;
alter table public.license_keys enable row level security;
create policy "one reads one's own licences" on public.license_keys for select to authenticated
  using (user_id = (select auth.uid()));
create policy "super admins read every licence" on public.license_keys for select to authenticated
  using ((select private.is_super_admin()));
grant select (id, user_id, user_email, key_prefix, product_type, platform, plan_id, status, max_devices, trial_ends_at,
  activated_at, device_name, device_id, is_self_trial, created_by, created_at, updated_at)
  on public.license_keys to authenticated;
create trigger touch_updated_at before update on public.license_keys
  for each row execute function private.touch_updated_at();
select private.watch('public.license_keys');

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
create index license_activations_device_idx on public.license_activations (device_id);
alter table public.license_activations enable row level security;
grant select on public.license_activations to authenticated;
select private.watch('public.license_activations');

-- Counts by status, kept at each change: counting a million rows would take longer than a screen may wait.
create table private.license_counts (
  status text primary key,
  total bigint not null default 0
);
insert into private.license_counts (status) values ('trial'), ('active'), ('expired'), ('revoked');

create function private.my_licenses() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select l.id from public.license_keys l where l.user_id = (select auth.uid())
$$;
grant execute on function private.my_licenses() to authenticated;

create policy "one reads one's own devices" on public.license_activations for select to authenticated
  using (license_id in (select private.my_licenses()) or (select private.is_super_admin()));

-- Only a change of status takes the counters, so that devices that renew do not wait for each other.
create function private.count_licenses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if not exists (select 1 from old_rows o join new_rows n on n.id = o.id where n.status <> o.status) then
      return null;
    end if;
  end if;
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

-- For the functions (service role): keys never pass a browser's role.
create function public.create_license(
  owner_email text, key_hash bytea, key_prefix text, key_sealed text, product_type text, platform text,
  trial_days integer, creator uuid, self_trial boolean default false)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  owner_id uuid;
  made uuid;
begin
  select u.id into owner_id from auth.users u where lower(u.email) = lower(btrim(owner_email));
  if owner_id is null then
    raise exception 'User not found with this email address' using errcode = 'P0002';
  end if;
  insert into public.license_keys (user_id, user_email, key_hash, key_prefix, key_sealed, product_type, platform,
    trial_ends_at, created_by, is_self_trial)
  values (owner_id, lower(btrim(owner_email)), create_license.key_hash, create_license.key_prefix,
    create_license.key_sealed, create_license.product_type, create_license.platform,
    now() + make_interval(days => trial_days), creator, self_trial)
  returning id into made;
  return made;
end
$$;

-- What a token says, after a licence and a device of it were found good: with the part of the key that a list shows, so
-- that a device can name its licence, and with what its plan allows, so that a device knows it without contact: what the
-- server cannot see happens there.
create function private.license_answer(license public.license_keys, device text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('outcome', 'ok', 'licenseId', license.id, 'keyPrefix', license.key_prefix,
    'plan', p.id, 'status', license.status, 'deviceId', device, 'sequence', license.token_sequence,
    'trialEndsAt', case when license.seat_plan_id is null then license.trial_ends_at end, 'product', license.product_type,
    'limits', jsonb_build_object('audioTracks', p.audio_tracks, 'videoSources', p.video_sources,
      'broadcasting', p.broadcasting, 'voiceAi', p.voice_ai, 'apiAccess', p.api_access))
  from public.plans p where p.id = coalesce(license.seat_plan_id, license.plan_id)
$$;

-- Gives the account's own licence the plan of its seat, or takes it, and ends a trial whose time is over; tells why a
-- licence cannot be used, or null. The caller holds the row.
create function private.license_obstacle(license public.license_keys) returns text
language plpgsql security definer set search_path = '' as $$
declare
  seat_plan text;
begin
  if license.id is null then return 'not_found'; end if;
  if license.status = 'revoked' then return 'revoked'; end if;
  if license.is_self_trial then
    seat_plan := private.seat_plan_of(license.user_id);
    if seat_plan is not null then
      update public.license_keys l set seat_plan_id = seat_plan, status = 'active'
      where l.id = license.id and (l.seat_plan_id is distinct from seat_plan or l.status <> 'active');
      return null;
    end if;
    if license.seat_plan_id is not null then
      update public.license_keys l set seat_plan_id = null,
        status = case when l.trial_ends_at > now() then 'trial' else 'expired' end
      where l.id = license.id returning * into license;
    end if;
  end if;
  if license.status = 'trial' and license.trial_ends_at < now() then
    update public.license_keys l set status = 'expired' where l.id = license.id;
    return 'expired';
  end if;
  if license.status = 'expired' then return 'expired'; end if;
  return null;
end
$$;

-- Activation of a licence that was found and locked.
create function private.activate_found_license(found_id uuid, device text, name text, device_platform text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  license public.license_keys;
  obstacle text;
begin
  select * into license from public.license_keys l where l.id = found_id for update;
  obstacle := private.license_obstacle(license);
  if obstacle is not null then return jsonb_build_object('outcome', obstacle); end if;
  if license.product_type <> 'desktop' then return jsonb_build_object('outcome', 'wrong_product'); end if;
  if license.platform not in ('desktop', device_platform) then
    return jsonb_build_object('outcome', 'wrong_platform', 'platform', license.platform);
  end if;
  if (select count(*) from public.license_activations a
      where a.license_id = license.id and a.deactivated_at is null and a.device_id <> device) >= license.max_devices then
    return jsonb_build_object('outcome', 'too_many_devices', 'maxDevices', license.max_devices);
  end if;
  insert into public.license_activations (license_id, device_id, device_name, platform)
  values (license.id, device, left(name, 120), device_platform)
  on conflict (license_id, device_id) do update
    set deactivated_at = null, last_seen_at = now(), device_name = excluded.device_name;
  update public.license_keys l
  set device_id = device, device_name = left(name, 120), activated_at = coalesce(l.activated_at, now()),
    token_sequence = l.token_sequence + 1
  where l.id = license.id returning * into license;
  return private.license_answer(license, device);
end
$$;

-- One transaction: find, lock, count devices, add this one. Fifty at once get as many as are allowed.
create function public.activate_license(license_key text, device text, name text, device_platform text)
returns jsonb language sql security definer set search_path = '' as $$
  select private.activate_found_license(
    (select l.id from public.license_keys l where l.key_hash = private.license_hash(license_key)),
    device, name, device_platform)
$$;

-- A device that has a token asks again: the moment at which a revocation arrives.
create function public.refresh_license(license_id uuid, device text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  license public.license_keys;
  obstacle text;
begin
  select * into license from public.license_keys l where l.id = refresh_license.license_id for update;
  obstacle := private.license_obstacle(license);
  if obstacle is not null then return jsonb_build_object('outcome', obstacle); end if;
  update public.license_activations a set last_seen_at = now()
  where a.license_id = license.id and a.device_id = device and a.deactivated_at is null;
  if not found then return jsonb_build_object('outcome', 'device_not_active'); end if;
  update public.license_keys l set token_sequence = l.token_sequence + 1
  where l.id = license.id returning * into license;
  return private.license_answer(license, device);
end
$$;

create function public.release_license_device(license_id uuid, device text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.license_activations a set deactivated_at = now()
  where a.license_id = release_license_device.license_id and a.device_id = device and a.deactivated_at is null;
  return found;
end
$$;

create function public.reveal_license(license_id uuid, revealed_to uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  sealed text;
begin
  select l.key_sealed into sealed from public.license_keys l where l.id = reveal_license.license_id;
  insert into public.audit_log (actor_id, action, table_name, row_id)
  values (revealed_to, 'reveal', 'license_keys', reveal_license.license_id::text);
  return sealed;
end
$$;

-- For signed-in people: frees a device of one's own licence.
create function public.deactivate_license_device(activation uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.license_activations a set deactivated_at = now()
  from public.license_keys l
  where a.id = activation and l.id = a.license_id and a.deactivated_at is null
    and (l.user_id = auth.uid() or private.is_super_admin());
  if not found then perform private.refuse('This device is not active on a licence of yours.'); end if;
end
$$;
grant execute on function public.deactivate_license_device(uuid) to authenticated;

-- Trial to active, active to expired, any to revoked for good.
create function public.set_license_status(license_id uuid, new_status text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  old_status text;
begin
  if not private.is_super_admin() then
    perform private.refuse('License key management is only available to super administrators.');
  end if;
  select l.status into old_status from public.license_keys l where l.id = set_license_status.license_id for update;
  if old_status is null then perform private.refuse('There is no such licence.'); end if;
  if (old_status, new_status) not in (('trial', 'active'), ('active', 'expired'))
    and not (new_status = 'revoked' and old_status <> 'revoked') then
    perform private.refuse(format('A licence that is %s cannot be made %s.', old_status, new_status));
  end if;
  update public.license_keys l
  set status = new_status, activated_at = case when new_status = 'active' then now() else l.activated_at end
  where l.id = set_license_status.license_id;
  return new_status;
end
$$;
grant execute on function public.set_license_status(uuid, text) to authenticated;

create function public.license_counts() returns table (status text, total bigint)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then
    perform private.refuse('License key management is only available to super administrators.');
  end if;
  perform private.expire_due_trials();
  return query select c.status, c.total from private.license_counts c order by c.status;
end
$$;
grant execute on function public.license_counts() to authenticated;

-- A page of the admin screen, newest first, by key and not by offset.
create function public.search_licenses(
  search text default '', status_filter text default null, platform_filter text default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size integer default 50)
returns table (id uuid, key_prefix text, user_email text, product_type text, platform text, status text,
  device_name text, device_id text, trial_ends_at timestamptz, activated_at timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := lower(btrim(search));
  conditions text := private.license_condition(words);
begin
  if not private.is_super_admin() then
    perform private.refuse('License key management is only available to super administrators.');
  end if;
  if status_filter is not null then conditions := conditions || ' and l.status = $2'; end if;
  if platform_filter is not null then conditions := conditions || ' and l.platform = $3'; end if;
  if before_created_at is not null then conditions := conditions || ' and (l.created_at, l.id) < ($4, $5)'; end if;
  return query execute
    'select l.id, l.key_prefix, l.user_email, l.product_type, l.platform, l.status, l.device_name, l.device_id,
       l.trial_ends_at, l.activated_at, l.created_at
     from public.license_keys l where true' || conditions || ' order by l.created_at desc, l.id desc limit $6'
    using words, status_filter, platform_filter, before_created_at, before_id, least(greatest(page_size, 1), 200);
end
$$;
grant execute on function public.search_licenses(text, text, text, timestamptz, uuid, integer) to authenticated;

-- One's own licence, chosen by its id: the caller (service role) has checked who `account` is.
create function public.activate_own_license(
  account uuid, license_id uuid, device text, name text, device_platform text)
returns jsonb language sql security definer set search_path = '' as $$
  select private.activate_found_license(
    (select l.id from public.license_keys l where l.id = activate_own_license.license_id and l.user_id = account),
    device, name, device_platform)
$$;

-- The trial of an account on the desktop: one licence, which ends with the account's own trial. Asking again, late, or
-- fifty times at once gives the same licence with the same end. Who has a seat needs no trial that still runs.
create function public.start_trial_license(
  account uuid, key_hash bytea, key_prefix text, key_sealed text, device text, name text, device_platform text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  trial_id uuid;
begin
  if not exists (select 1 from auth.users u where u.id = account) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  trial_id := private.own_license(account, key_hash, key_prefix, key_sealed, true);
  if trial_id is null then return jsonb_build_object('outcome', 'trial_over'); end if;
  return private.activate_found_license(trial_id, device, name, device_platform);
end
$$;

-- The best plan that is paid for somebody: as many active users of an organisation as it has paid seats for, its owners first,
-- then who is there longest. So that fewer seats are fewer licences, also where more users stayed in.
create function private.seat_plan_of(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p.id
  from public.organization_members m
  cross join lateral private.granted(m.organization_id, now()) g
  join public.plans p on p.id = g.plan_id
  where m.user_id = account and m.status = 'active'
    -- Two parts, so that an owner's seat does not look through all users.
    and (select count(*) from (
      select 1 from public.organization_members o
      where o.organization_id = m.organization_id and o.role = 'owner' and o.status = 'active'
        and (m.role <> 'owner' or (o.joined_at, o.user_id) < (m.joined_at, m.user_id))
      union all
      select 1 from public.organization_members o
      where m.role <> 'owner' and o.organization_id = m.organization_id and o.role <> 'owner' and o.status = 'active'
        and (o.joined_at, o.user_id) < (m.joined_at, m.user_id)
      limit g.seats) before) < g.seats
  order by p.monthly_price_usd desc limit 1
$$;

-- The licences of an account with their active devices, newest first; the account's own one as it would be told at a
-- contact.
create function public.list_licenses_of(account uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', l.id, 'keyPrefix', l.key_prefix,
    'plan', coalesce(s.plan, l.plan_id), 'product', l.product_type, 'platform', l.platform,
    'status', case
      when l.status = 'revoked' then 'revoked'
      when s.plan is not null then 'active'
      when (l.status = 'trial' or l.seat_plan_id is not null) and l.trial_ends_at < now() then 'expired'
      when l.seat_plan_id is not null then 'trial'
      else l.status end,
    'isAccountTrial', l.is_self_trial, 'maxDevices', l.max_devices, 'trialEndsAt', l.trial_ends_at, 'createdAt', l.created_at,
    'devices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'deviceId', a.device_id, 'name', a.device_name, 'platform', a.platform,
        'activatedAt', a.activated_at, 'lastSeenAt', a.last_seen_at) order by a.activated_at), '[]')
      from public.license_activations a where a.license_id = l.id and a.deactivated_at is null)
    ) order by l.created_at desc, l.id desc), '[]')
  from (select * from public.license_keys k where k.user_id = account order by k.created_at desc, k.id desc limit 200) l
  left join lateral (select private.seat_plan_of(account) as plan where l.is_self_trial and l.status <> 'revoked') s on true
$$;

-- Trials whose time is over are expired, also where no device has asked since.
create function private.expire_due_trials() returns void
language sql security definer set search_path = '' as $$
  update public.license_keys l set status = 'expired'
  where l.id in (select d.id from public.license_keys d
    where d.status = 'trial' and d.trial_ends_at < now() limit 1000 for update skip locked)
$$;

-- What a search looks for, as a condition on `l` with the word as $1. A million rows hold every three digits ten thousand
-- times: less than four letters are looked for at a beginning, and so is what has a dot, which only addresses have.
create function private.license_condition(words text) returns text
language sql immutable set search_path = '' as $$
  select case
    when words = '' then ''
    -- A key that was pasted whole is found by its hash.
    when words ~ '^sd-([a-z0-9]{5}-){3}[a-z0-9]{5}$' then ' and l.key_hash = private.license_hash($1)'
    when words like 'sd-%' then ' and l.key_prefix like private.like_start(upper(left($1, 8)))'
    when words like '@%' then ' and split_part(l.user_email, ''@'', 2) like private.like_start(substr($1, 2))'
    when words like '%@%' then ' and l.user_email like private.like_start($1)'
    when words like '% %' then ' and lower(l.device_name) like private.like_start($1)'
    when words like '%.%' then ' and (l.user_email like private.like_start($1)
      or split_part(l.user_email, ''@'', 2) like private.like_start($1))'
    when length(words) < 4 then ' and (l.user_email like private.like_start($1)
      or lower(l.device_name) like private.like_start($1)
      or l.key_prefix like private.like_start(''SD-'' || upper($1)))'
    else ' and l.search_text like ''%'' || private.like_start($1)'
  end
$$;

-- The account's own licence. It is made where there is none yet and the account has a seat or, where that is asked for, its
-- trial runs; null: neither.
create function private.own_license(account uuid, key_hash bytea, key_prefix text, key_sealed text, for_trial boolean)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  found_id uuid := (select l.id from public.license_keys l where l.user_id = account and l.is_self_trial);
  owner_email text;
  ends_at timestamptz;
begin
  if found_id is not null then return found_id; end if;
  select lower(u.email), u.created_at + interval '14 days' into owner_email, ends_at from auth.users u where u.id = account;
  if owner_email is null or not ((for_trial and ends_at > now()) or private.seat_plan_of(account) is not null) then
    return null;
  end if;
  insert into public.license_keys (user_id, user_email, key_hash, key_prefix, key_sealed, product_type, platform,
    trial_ends_at, is_self_trial)
  values (account, owner_email, own_license.key_hash, own_license.key_prefix, own_license.key_sealed, 'desktop', 'desktop',
    ends_at, true)
  on conflict (user_id) where is_self_trial do nothing;
  return (select l.id from public.license_keys l where l.user_id = account and l.is_self_trial);
end
$$;

-- For the list of one's own licences: who has a seat has one to choose there, without a trial that was started.
create function public.make_seat_license(account uuid, key_hash bytea, key_prefix text, key_sealed text) returns boolean
language sql security definer set search_path = '' as $$
  select private.own_license(account, key_hash, key_prefix, key_sealed, false) is not null
$$;
