-- What each plan allows, enforced where it happens: by the database, whichever way a request comes.

-- The figures of the one price list; null: without a limit.
alter table public.plans
  add column audio_tracks integer,
  add column video_sources integer,
  add column api_calls_per_month integer,
  add column broadcasting boolean not null default false,
  add column voice_ai boolean not null default false,
  add column api_access boolean not null default false,
  add column teams text not null default 'none' check (teams in ('none', 'basic', 'advanced'));
update public.plans set audio_tracks = 1, video_sources = 1, api_calls_per_month = 0 where id = 'free';
update public.plans set audio_tracks = 1, video_sources = 1, api_calls_per_month = 1000 where id = 'essential';
update public.plans set audio_tracks = 4, video_sources = 2, api_calls_per_month = 100000, broadcasting = true, voice_ai = true,
  teams = 'basic' where id = 'professional';
update public.plans set broadcasting = true, voice_ai = true, api_access = true, teams = 'advanced' where id = 'enterprise';

-- The plan that counts for an organisation at this moment; the Free tier where there is none.
create function private.plan_of(organization uuid) returns public.plans
language sql stable security definer set search_path = '' as $$
  select p.* from public.plans p where p.id = coalesce((select c.plan_id from public.current_plan(organization) c), 'free')
$$;

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

-- What a token says of its plan, so that a device knows it without contact: what the server cannot see happens there.
create or replace function private.license_answer(license public.license_keys, device text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('outcome', 'ok', 'licenseId', license.id, 'keyPrefix', license.key_prefix,
    'plan', license.plan_id, 'status', license.status, 'deviceId', device, 'sequence', license.token_sequence,
    'trialEndsAt', license.trial_ends_at, 'product', license.product_type,
    'limits', jsonb_build_object('audioTracks', p.audio_tracks, 'videoSources', p.video_sources,
      'broadcasting', p.broadcasting, 'voiceAi', p.voice_ai, 'apiAccess', p.api_access))
  from public.plans p where p.id = license.plan_id
$$;
