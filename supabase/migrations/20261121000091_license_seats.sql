-- A seat that is paid for is a licence: the account's own one (that of its trial) goes on with the plan of the seat, on the
-- desktop too, for as long as the seat is paid. Until now a subscriber's app had ended with his trial.

-- The plan that the account's own licence has by a seat, as of the last contact; null: by none.
alter table public.license_keys add column seat_plan_id text references public.plans;
create index license_keys_seat_plan_idx on public.license_keys (seat_plan_id) where seat_plan_id is not null;

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

-- As before (20261121000007), after the account's own licence was given the plan of its seat, or lost it. The caller holds
-- the row.
create or replace function private.license_obstacle(license public.license_keys) returns text
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

-- As before (20261121000064), of the plan that counts.
create or replace function private.license_answer(license public.license_keys, device text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('outcome', 'ok', 'licenseId', license.id, 'keyPrefix', license.key_prefix,
    'plan', p.id, 'status', license.status, 'deviceId', device, 'sequence', license.token_sequence,
    'trialEndsAt', case when license.seat_plan_id is null then license.trial_ends_at end, 'product', license.product_type,
    'limits', jsonb_build_object('audioTracks', p.audio_tracks, 'videoSources', p.video_sources,
      'broadcasting', p.broadcasting, 'voiceAi', p.voice_ai, 'apiAccess', p.api_access))
  from public.plans p where p.id = coalesce(license.seat_plan_id, license.plan_id)
$$;

-- As before (20261121000020); who has a seat needs no trial that still runs.
create or replace function public.start_trial_license(
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
revoke execute on function private.own_license(uuid, bytea, text, text, boolean), private.seat_plan_of(uuid)
  from public, anon, authenticated;
grant execute on function public.make_seat_license(uuid, bytea, text, text) to service_role;

-- As before (20261121000020), the account's own one as it would be told at a contact.
create or replace function public.list_licenses_of(account uuid) returns jsonb
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
