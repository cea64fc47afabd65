-- The claim of the token is checked again in the table: one who was an admin when he signed in is none now.
create function private.is_acting_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_super_admin() and exists (
    select 1 from auth.users u
    where u.id = auth.uid() and coalesce((u.raw_app_meta_data ->> 'super_admin')::boolean, false))
$$;
grant execute on function private.is_acting_super_admin() to authenticated;

-- A contact of a device is no change of a licence: it does not fill the log.
create or replace function private.loggable(row_values jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select row_values - array['key_hash', 'key_sealed', 'token_hash', 'credential_hash', 'updated_at', 'search_text',
    'token_sequence', 'last_seen_at']
$$;

-- Only a change of status takes the counters, so that devices that renew do not wait for each other.
create or replace function private.count_licenses() returns trigger
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

-- What a token says: with the part of the key that a list shows, so that a device can name its licence.
create or replace function private.license_answer(license public.license_keys, device text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('outcome', 'ok', 'licenseId', license.id, 'keyPrefix', license.key_prefix,
    'plan', license.plan_id, 'status', license.status, 'deviceId', device, 'sequence', license.token_sequence,
    'trialEndsAt', license.trial_ends_at, 'product', license.product_type)
$$;

-- Activation of a licence that was found and locked; what `activate_license` did in one piece.
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

create or replace function public.activate_license(license_key text, device text, name text, device_platform text)
returns jsonb language sql security definer set search_path = '' as $$
  select private.activate_found_license(
    (select l.id from public.license_keys l where l.key_hash = private.license_hash(license_key)),
    device, name, device_platform)
$$;

-- One's own licence, chosen by its id: the caller (service role) has checked who `account` is.
create function public.activate_own_license(
  account uuid, license_id uuid, device text, name text, device_platform text)
returns jsonb language sql security definer set search_path = '' as $$
  select private.activate_found_license(
    (select l.id from public.license_keys l where l.id = activate_own_license.license_id and l.user_id = account),
    device, name, device_platform)
$$;

-- The trial of an account on the desktop: one licence, which ends with the account's own trial. Asking
-- again, late, or fifty times at once gives the same licence with the same end.
create function public.start_trial_license(
  account uuid, key_hash bytea, key_prefix text, key_sealed text, device text, name text, device_platform text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  owner_email text;
  ends_at timestamptz;
  trial_id uuid;
begin
  select lower(u.email), u.created_at + interval '14 days' into owner_email, ends_at
  from auth.users u where u.id = account;
  if owner_email is null then return jsonb_build_object('outcome', 'not_found'); end if;
  select l.id into trial_id from public.license_keys l where l.user_id = account and l.is_self_trial;
  if trial_id is null then
    if ends_at <= now() then return jsonb_build_object('outcome', 'trial_over'); end if;
    insert into public.license_keys (user_id, user_email, key_hash, key_prefix, key_sealed, product_type, platform,
      trial_ends_at, is_self_trial)
    values (account, owner_email, start_trial_license.key_hash, start_trial_license.key_prefix,
      start_trial_license.key_sealed, 'desktop', 'desktop', ends_at, true)
    on conflict (user_id) where is_self_trial do nothing;
    select l.id into trial_id from public.license_keys l where l.user_id = account and l.is_self_trial;
  end if;
  return private.activate_found_license(trial_id, device, name, device_platform);
end
$$;

-- The licences of an account with their active devices, newest first.
create function public.list_licenses_of(account uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', l.id, 'keyPrefix', l.key_prefix, 'plan', l.plan_id, 'product', l.product_type, 'platform', l.platform,
    'status', case when l.status = 'trial' and l.trial_ends_at < now() then 'expired' else l.status end,
    'isAccountTrial', l.is_self_trial, 'maxDevices', l.max_devices, 'trialEndsAt', l.trial_ends_at, 'createdAt', l.created_at,
    'devices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'deviceId', a.device_id, 'name', a.device_name, 'platform', a.platform,
        'activatedAt', a.activated_at, 'lastSeenAt', a.last_seen_at) order by a.activated_at), '[]')
      from public.license_activations a where a.license_id = l.id and a.deactivated_at is null)
    ) order by l.created_at desc, l.id desc), '[]')
  from (select * from public.license_keys k where k.user_id = account order by k.created_at desc, k.id desc limit 200) l
$$;

-- Trial to active, active to expired, any to revoked for good.
create or replace function public.set_license_status(license_id uuid, new_status text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  old_status text;
begin
  if not private.is_acting_super_admin() then
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

-- Trials whose time is over are expired, also where no device has asked since.
create index license_keys_due_idx on public.license_keys (trial_ends_at) where status = 'trial';
create function private.expire_due_trials() returns void
language sql security definer set search_path = '' as $$
  update public.license_keys l set status = 'expired'
  where l.id in (select d.id from public.license_keys d
    where d.status = 'trial' and d.trial_ends_at < now() limit 1000 for update skip locked)
$$;

create or replace function public.license_counts() returns table (status text, total bigint)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then
    perform private.refuse('License key management is only available to super administrators.');
  end if;
  perform private.expire_due_trials();
  return query select c.status, c.total from private.license_counts c order by c.status;
end
$$;
