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

-- What a token says, after a licence and a device of it were found good.
create function private.license_answer(license public.license_keys, device text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('outcome', 'ok', 'licenseId', license.id, 'plan', license.plan_id, 'status', license.status,
    'deviceId', device, 'sequence', license.token_sequence, 'trialEndsAt', license.trial_ends_at,
    'product', license.product_type)
$$;

-- Ends a trial whose time is over; tells why a licence cannot be used, or null.
create function private.license_obstacle(license public.license_keys) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if license.id is null then return 'not_found'; end if;
  if license.status = 'revoked' then return 'revoked'; end if;
  if license.status = 'trial' and license.trial_ends_at < now() then
    update public.license_keys l set status = 'expired' where l.id = license.id;
    return 'expired';
  end if;
  if license.status = 'expired' then return 'expired'; end if;
  return null;
end
$$;

-- One transaction: find, lock, count devices, add this one. Fifty at once get as many as are allowed.
create function public.activate_license(license_key text, device text, name text, device_platform text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  license public.license_keys;
  obstacle text;
begin
  select * into license from public.license_keys l where l.key_hash = private.license_hash(license_key) for update;
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

-- For signed-in people.

-- Frees a device of one's own licence.
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

create function public.license_counts() returns table (status text, total bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then
    perform private.refuse('License key management is only available to super administrators.');
  end if;
  return query select c.status, c.total from private.license_counts c order by c.status;
end
$$;

-- A page of the admin screen, newest first, by key and not by offset.
create function public.search_licenses(
  search text default '', status_filter text default null, platform_filter text default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size integer default 50)
returns table (id uuid, key_prefix text, user_email text, product_type text, platform text, status text,
  device_name text, device_id text, trial_ends_at timestamptz, activated_at timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := lower(btrim(search));
  conditions text := '';
begin
  if not private.is_super_admin() then
    perform private.refuse('License key management is only available to super administrators.');
  end if;
  -- A key that was pasted whole is found by its hash.
  if words ~ '^sd-([a-z0-9]{5}-){3}[a-z0-9]{5}$' then
    conditions := conditions || ' and l.key_hash = private.license_hash($1)';
  elsif words <> '' then
    conditions := conditions || ' and l.search_text like ''%'' || replace(replace(replace($1, ''\'', ''\\''), ''%'', ''\%''), ''_'', ''\_'') || ''%''';
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

grant execute on function public.deactivate_license_device(uuid), public.set_license_status(uuid, text),
  public.license_counts(),
  public.search_licenses(text, text, text, timestamptz, uuid, integer) to authenticated;
