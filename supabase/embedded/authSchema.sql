-- What the account service has in schema auth beyond the first bootstrap. It is run again whenever this file has changed,
-- so each statement leaves what is there already.
set role supabase_auth_admin;

-- Tries in the running window of a rule. Kind by kind, so that no kind can crowd out another; of callers a keyed hash.
create table if not exists auth.attempts (
  kind text not null,
  subject bytea not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  used integer not null,
  -- Not by kind first: what is over is found by its time alone.
  primary key (subject, kind)
);
create index if not exists attempts_starts_at_idx on auth.attempts (kind, starts_at);
create index if not exists attempts_ends_at_idx on auth.attempts (kind, ends_at);

-- Where an account was signed in to from: a brake on its account holds up nobody who comes from there.
create table if not exists auth.known_addresses (
  pair bytea primary key,
  account bytea not null,
  last_at timestamptz not null
);
create index if not exists known_addresses_account_idx on auth.known_addresses (account, last_at);

-- Counts one try under each of these rules, or none where one of them is used up; then it answers how many seconds are left.
-- What is refused leaves no row: there are never more than the rules admit in their windows.
create or replace function auth.take_attempt(
  of_kind text, subjects bytea[], limits integer[], windows_ms bigint[], brakes boolean[], pair bytea, at timestamptz)
returns double precision language plpgsql set search_path = ''
-- A table that was empty a moment ago is taken for empty still: these keep to its indexes all the same.
set enable_seqscan = off as $$
declare
  is_known boolean;
  wait double precision;
begin
  -- A count that a power cut loses lets nobody in; waiting for the disk at each try would keep everybody out.
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('auth.attempts ' || of_kind, 0));
  delete from auth.attempts a where a.kind = of_kind and a.ends_at <= at;
  -- The clock was set back since.
  delete from auth.attempts a where a.kind = of_kind and a.starts_at > at + interval '1 minute';
  is_known := exists (
    select 1 from auth.known_addresses k where k.pair = take_attempt.pair and k.last_at > at - interval '90 days');
  select max(extract(epoch from a.ends_at - at)) into wait
  from unnest(subjects, limits, brakes) as r(subject, most, is_brake)
  join auth.attempts a on a.kind = of_kind and a.subject = r.subject
  where a.used >= r.most and not (r.is_brake and is_known);
  if wait is not null then return wait; end if;
  insert into auth.attempts as a (kind, subject, starts_at, ends_at, used)
  select of_kind, r.subject, at, at + r.window_ms * interval '1 ms', 1
  from unnest(subjects, windows_ms) as r(subject, window_ms)
  on conflict (kind, subject) do update set used = a.used + 1;
  return null;
end
$$;

-- A try that was right counts no more, and says from where the account is used: the last 20 places.
create or replace function auth.return_attempt(of_kind text, subjects bytea[], account bytea, pair bytea, at timestamptz)
returns void language plpgsql set search_path = '' as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('auth.attempts ' || of_kind, 0));
  update auth.attempts a set used = a.used - 1 where a.kind = of_kind and a.subject = any(subjects) and a.used > 0;
  if pair is null then return; end if;
  insert into auth.known_addresses as k (pair, account, last_at) values (return_attempt.pair, return_attempt.account, at)
  on conflict on constraint known_addresses_pkey do update set last_at = excluded.last_at;
  delete from auth.known_addresses k where k.account = return_attempt.account and k.pair not in (
    select o.pair from auth.known_addresses o where o.account = return_attempt.account order by o.last_at desc limit 20);
end
$$;

revoke execute on function auth.take_attempt(text, bytea[], integer[], bigint[], boolean[], bytea, timestamptz) from public;
revoke execute on function auth.return_attempt(text, bytea[], bytea, bytea, timestamptz) from public;

-- The address that a link was sent to: it proves no other one.
alter table auth.one_time_tokens add column if not exists email text;

grant all on all tables in schema auth to postgres with grant option;
reset role;
