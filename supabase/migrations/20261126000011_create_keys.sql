-- Keys for the public API, and of the payment gateway. A key is told once and kept as a hash.

-- Keys of the payment gateway: shown once, kept as a hash with what a list shows of them.
create table public.psfaba_api_keys (
  id uuid primary key default gen_random_uuid(),
  key_name text not null check (btrim(key_name) <> '' and char_length(key_name) <= 120),
  description text check (char_length(description) <= 500),
  key_hash bytea not null unique,
  key_prefix text not null,
  key_suffix text not null,
  status text not null default 'active' check (status in ('active', 'revoked')),
  created_by uuid references auth.users on delete set null,
  usage_count bigint not null default 0,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- From then on it is taken no more; null: for as long as it is not revoked.
  expires_at timestamptz
);
create index psfaba_api_keys_created_by_idx on public.psfaba_api_keys (created_by);
create index psfaba_api_keys_created_idx on public.psfaba_api_keys (created_at desc, id desc);
alter table public.psfaba_api_keys enable row level security;
create policy "super admins read gateway keys" on public.psfaba_api_keys for select to authenticated
  using ((select private.is_super_admin()));
create policy "super admins change gateway keys" on public.psfaba_api_keys for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "super admins delete gateway keys" on public.psfaba_api_keys for delete to authenticated
  using ((select private.is_super_admin()));
grant select (id, key_name, description, key_prefix, key_suffix, status, created_by, usage_count, last_used_at, created_at,
  updated_at, expires_at), update (key_name, description, status, updated_at), delete on public.psfaba_api_keys to authenticated;
create trigger audit after insert or delete or update of key_name, description, status
  on public.psfaba_api_keys for each row execute function private.audit();
create trigger touch_updated_at before update of key_name, description, status on public.psfaba_api_keys
  for each row execute function private.touch_updated_at();

-- Keys of an organisation for the public API.
create table public.api_keys (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 120),
  key_hash bytea not null unique,
  key_prefix text not null,
  status text not null default 'active' check (status in ('active', 'revoked')),
  created_by uuid references auth.users on delete set null,
  usage_count bigint not null default 0,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What it may call.
  scopes text[] not null
    constraint api_keys_scopes_check check (cardinality(scopes) > 0 and array_position(scopes, null) is null
      and scopes <@ array['noise-cancellation:start', 'recording:create', 'broadcast:start', 'voice:transcribe']),
  -- From then on it is taken no more; null: for as long as it is not revoked.
  expires_at timestamptz
);
create index api_keys_organization_idx on public.api_keys (organization_id, created_at desc);
create index api_keys_created_by_idx on public.api_keys (created_by);
alter table public.api_keys enable row level security;
create policy "admins read their organisation's keys" on public.api_keys for select to authenticated
  using (organization_id in (select private.my_administered_organizations()));
create policy "admins change their organisation's keys" on public.api_keys for update to authenticated
  using (organization_id in (select private.my_administered_organizations()))
  with check (organization_id in (select private.my_administered_organizations()));
create policy "admins delete their organisation's keys" on public.api_keys for delete to authenticated
  using (organization_id in (select private.my_administered_organizations()));
grant select (id, organization_id, name, key_prefix, status, created_by, usage_count, last_used_at, created_at, updated_at,
  scopes, expires_at), update (name, status), delete on public.api_keys to authenticated;
create trigger audit after insert or delete or update of name, status on public.api_keys
  for each row execute function private.audit();
create trigger touch_updated_at before update of name, status on public.api_keys
  for each row execute function private.touch_updated_at();

create table private.gateway_webhook (
  is_only boolean primary key default true check (is_only),
  secret_hash bytea not null,
  secret_prefix text not null,
  rotated_at timestamptz not null default now()
);

create table public.gateway_events (
  id text primary key check (char_length(id) between 1 and 200),
  key_id uuid references public.psfaba_api_keys on delete set null,
  event_type text not null check (char_length(event_type) between 1 and 200),
  received_at timestamptz not null default now()
);
create index gateway_events_received_idx on public.gateway_events (received_at desc);
create index gateway_events_key_idx on public.gateway_events (key_id);
alter table public.gateway_events enable row level security;
create policy "super admins read gateway events" on public.gateway_events for select to authenticated
  using ((select private.is_super_admin()));
grant select on public.gateway_events to authenticated;
revoke insert, update, delete, truncate on public.gateway_events from service_role;

-- Calls of an organisation, month by month (UTC); a key that is deleted takes none of them along.
create table private.api_calls (
  organization_id uuid not null references public.organizations on delete cascade,
  month date not null,
  calls bigint not null,
  primary key (organization_id, month)
);

-- Makes a gateway key and tells it this once. `valid_days`: so long it is taken; null: until it is revoked.
create function public.generate_psfaba_api_key(key_name text, description text default null, valid_days integer default null)
returns table (id uuid, api_key text) language plpgsql security definer set search_path = '' as $$
declare
  made text := 'psfaba_live_' || private.random_base36(32);
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  if btrim(coalesce(generate_psfaba_api_key.key_name, '')) = '' then
    raise exception 'API key name is required' using errcode = '22023';
  end if;
  if valid_days not between 1 and 3650 then
    raise exception 'A key is valid for 1 to 3650 days.' using errcode = '22023';
  end if;
  return query
    insert into public.psfaba_api_keys (key_name, description, key_hash, key_prefix, key_suffix, created_by, expires_at)
    values (btrim(generate_psfaba_api_key.key_name), nullif(btrim(generate_psfaba_api_key.description), ''),
      extensions.digest(made, 'sha256'), left(made, 16), right(made, 4), auth.uid(), now() + make_interval(days => valid_days))
    returning psfaba_api_keys.id, made;
end
$$;
grant execute on function public.generate_psfaba_api_key(text, text, integer) to authenticated;

-- Makes an organisation's key and tells it this once. `valid_days`: so long it is taken; null: until it is revoked.
create function public.create_api_key(organization uuid, key_name text, key_scopes text[], valid_days integer default null)
returns table (id uuid, api_key text) language plpgsql security definer set search_path = '' as $$
declare
  made text := 'sd_live_' || encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.require_admin(organization);
  if btrim(coalesce(create_api_key.key_name, '')) = '' then
    raise exception 'API key name is required' using errcode = '22023';
  end if;
  if coalesce(cardinality(key_scopes), 0) = 0 then
    raise exception 'A key is for one kind of call at least.' using errcode = '22023';
  end if;
  if valid_days not between 1 and 3650 then
    raise exception 'A key is valid for 1 to 3650 days.' using errcode = '22023';
  end if;
  return query
    insert into public.api_keys (organization_id, name, key_hash, key_prefix, created_by, scopes, expires_at)
    values (organization, btrim(create_api_key.key_name), extensions.digest(made, 'sha256'), left(made, 12), auth.uid(),
      array(select distinct s from unnest(key_scopes) s order by s), now() + make_interval(days => valid_days))
    returning api_keys.id, made;
end
$$;
grant execute on function public.create_api_key(uuid, text, text[], integer) to authenticated;

-- API access is the Enterprise plan's: no key is made, or made good again, without it.
create function private.limit_api_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'active' and (tg_op = 'INSERT' or old.status <> 'active')
    and not (private.plan_of(new.organization_id)).api_access then
    raise exception 'PLAN_LIMIT: API access is part of the Enterprise plan.' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger limit_api_keys before insert or update of status on public.api_keys
  for each row execute function private.limit_api_keys();

-- Another secret, told this once; the one before is taken no more.
create function public.rotate_gateway_secret() returns text
language plpgsql security definer set search_path = '' as $$
declare
  made text := 'whsec_' || encode(extensions.gen_random_bytes(32), 'hex');
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  insert into private.gateway_webhook as w (secret_hash, secret_prefix)
  values (extensions.digest(made, 'sha256'), left(made, 10))
  on conflict (is_only) do update set secret_hash = excluded.secret_hash, secret_prefix = excluded.secret_prefix, rotated_at = now();
  insert into public.audit_log (actor_id, action, table_name, row_id, new_values)
  values (auth.uid(), 'update', 'gateway_webhook', 'secret', jsonb_build_object('secret_prefix', left(made, 10)));
  return made;
end
$$;
grant execute on function public.rotate_gateway_secret() to authenticated;

-- What a list may show of the secret; no row: there is none yet, and no call is taken.
create function public.read_gateway_webhook() returns table (secret_prefix text, rotated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return query select w.secret_prefix, w.rotated_at from private.gateway_webhook w;
end
$$;
grant execute on function public.read_gateway_webhook() to authenticated;

-- A call of the gateway: NEW, KNOWN (the same event again), BAD_KEY or BAD_SECRET. Each that is taken counts for its key.
create function public.accept_gateway_event(api_key text, webhook_secret text, event text, type text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  key uuid;
begin
  select k.id into key from public.psfaba_api_keys k
  where k.key_hash = extensions.digest(accept_gateway_event.api_key, 'sha256') and k.status = 'active'
    and (k.expires_at is null or k.expires_at > now());
  if key is null then return 'BAD_KEY'; end if;
  if not exists (select 1 from private.gateway_webhook w where w.secret_hash = extensions.digest(webhook_secret, 'sha256')) then
    return 'BAD_SECRET';
  end if;
  update public.psfaba_api_keys k set usage_count = k.usage_count + 1, last_used_at = now() where k.id = key;
  delete from public.gateway_events e where e.received_at < now() - interval '90 days';
  insert into public.gateway_events (id, key_id, event_type) values (event, key, type) on conflict (id) do nothing;
  return case when found then 'NEW' else 'KNOWN' end;
end
$$;

-- So many that a list shows them all.
create function private.cap_api_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time for an organisation: two at once do not both find the last place.
  perform pg_advisory_xact_lock(hashtextextended('api keys ' || new.organization_id::text, 0));
  if (select count(*) from public.api_keys k where k.organization_id = new.organization_id) >= 100 then
    raise exception 'KEY_LIMIT: An organization has at most 100 API keys. Delete one that is not used any more.'
      using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger cap_api_keys before insert on public.api_keys for each row execute function private.cap_api_keys();

create function private.this_month() returns date
language sql stable set search_path = '' as $$ select date_trunc('month', now() at time zone 'UTC')::date $$;

-- Asked by the API's server before each call, for `scope`. The outcome is OK, and the call is counted; or BAD_KEY (unknown,
-- revoked, over), PLAN_LIMIT (the plan has no API access, or has it no more), BAD_SCOPE, CALL_LIMIT (the month's calls are
-- used up), and nothing is counted. The row of the key is held meanwhile: none is taken after it was revoked, and of many
-- calls at once no more are taken than are left.
create function public.use_api_key(api_key text, scope text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  used public.api_keys;
  plan public.plans;
  made bigint;
begin
  select k.* into used from public.api_keys k
  where k.key_hash = extensions.digest(use_api_key.api_key, 'sha256') and k.status = 'active'
    and (k.expires_at is null or k.expires_at > now())
  for no key update;
  if used.id is null then return jsonb_build_object('outcome', 'BAD_KEY'); end if;
  plan := private.plan_of(used.organization_id);
  if not plan.api_access then return jsonb_build_object('outcome', 'PLAN_LIMIT'); end if;
  if (scope = any (used.scopes)) is not true then return jsonb_build_object('outcome', 'BAD_SCOPE'); end if;
  insert into private.api_calls as c (organization_id, month, calls)
  select used.organization_id, private.this_month(), 1 where coalesce(plan.api_calls_per_month, 1) > 0
  on conflict (organization_id, month) do update set calls = c.calls + 1
    where plan.api_calls_per_month is null or c.calls < plan.api_calls_per_month
  returning c.calls into made;
  if made is null then return jsonb_build_object('outcome', 'CALL_LIMIT'); end if;
  update public.api_keys k set usage_count = k.usage_count + 1, last_used_at = now() where k.id = used.id;
  return jsonb_build_object('outcome', 'OK', 'organizationId', used.organization_id, 'keyId', used.id,
    'callsThisMonth', made, 'callsPerMonth', plan.api_calls_per_month);
end
$$;

-- What an organisation's plan allows at this moment, and what is used of it; for its owners and admins. Tracks and sources
-- are counted by the device, anew for each take: nobody uses them up. Payments are asked once for the seats and once for
-- the plan: more took 90 ms with 10,000 payments and 100,000 users.
create function public.read_plan_usage(organization uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  plan public.plans;
begin
  perform private.require_admin(organization);
  plan := private.plan_of(organization);
  return jsonb_build_object(
    'planId', plan.id,
    'seats', private.seats_of(organization), 'seatsTaken', private.seats_taken(organization),
    'seatsPromised', (select count(*) from public.organization_invitations i where i.organization_id = organization
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()),
    'audioTracks', plan.audio_tracks, 'videoSources', plan.video_sources,
    'teams', plan.teams,
    'teamCount', (select count(*) from public.teams t where t.organization_id = organization),
    'broadcasting', plan.broadcasting, 'voiceAi', plan.voice_ai, 'apiAccess', plan.api_access,
    'apiKeys', (select count(*) from public.api_keys k where k.organization_id = organization),
    'apiCalls', coalesce((select c.calls from private.api_calls c
      where c.organization_id = organization and c.month = private.this_month()), 0),
    'apiCallsPerMonth', plan.api_calls_per_month);
end
$$;
grant execute on function public.read_plan_usage(uuid) to authenticated;
