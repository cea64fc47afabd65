-- A journal of sessions is a few dozen rows a day. An account that sends more than a thousand in a day waits with the rest
-- until the next: the journal on its own machine keeps them. Until now it could fill the disk.

alter table public.usage_sessions
  add check (jsonb_typeof(figures) = 'object' and char_length(figures::text) <= 4000) not valid,
  add check (char_length(preset_id) <= 200) not valid,
  add check (isfinite(started_at) and (ended_at is null or isfinite(ended_at))) not valid;
create index usage_sessions_received_idx on public.usage_sessions (user_id, created_at);

-- Looks at what was really added: the same sent again is no more. What the server itself writes is not counted.
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
