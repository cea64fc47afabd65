-- Keys of an organisation for the public API: for which calls, until when, how many there are, and what was called by them.

alter table public.api_keys
  -- What it may call; keys from before could call everything.
  add column scopes text[] not null
    default array['noise-cancellation:start', 'recording:create', 'broadcast:start', 'voice:transcribe']
    constraint api_keys_scopes_check check (cardinality(scopes) > 0 and array_position(scopes, null) is null
      and scopes <@ array['noise-cancellation:start', 'recording:create', 'broadcast:start', 'voice:transcribe']),
  -- From then on it is taken no more; null: for as long as it is not revoked.
  add column expires_at timestamptz;
-- Who makes one says for what.
alter table public.api_keys alter column scopes drop default;
grant select (scopes, expires_at) on public.api_keys to authenticated;

-- What somebody did to a key is written down; that it was used is counted.
drop trigger audit on public.api_keys;
create trigger audit after insert or delete or update of name, status on public.api_keys
  for each row execute function private.audit();
drop trigger touch_updated_at on public.api_keys;
create trigger touch_updated_at before update of name, status on public.api_keys
  for each row execute function private.touch_updated_at();

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

drop function public.create_api_key(uuid, text);
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

-- Calls of an organisation, month by month (UTC); a key that is deleted takes none of them along.
create table private.api_calls (
  organization_id uuid not null references public.organizations on delete cascade,
  month date not null,
  calls bigint not null,
  primary key (organization_id, month)
);
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
grant execute on function public.use_api_key(text, text) to service_role;

-- What an organisation's plan allows at this moment, and what is used of it; for its owners and admins. Tracks and sources
-- are counted by the device, anew for each take: nobody uses them up.
create function public.read_plan_usage(organization uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  plan public.plans;
  seats record;
begin
  perform private.require_admin(organization);
  plan := private.plan_of(organization);
  select * into seats from public.organization_seats(organization);
  return jsonb_build_object(
    'planId', plan.id,
    'seats', seats.seats, 'seatsTaken', seats.taken, 'seatsPromised', seats.promised,
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
