-- What the functions (service role) need: rate limits by hashed address, and one-time credentials.

create table private.rate_limits (
  bucket text not null,
  subject_hash text not null,
  window_started_at timestamptz not null,
  used integer not null,
  primary key (bucket, subject_hash)
);
create index rate_limits_started_idx on private.rate_limits (window_started_at);

-- Whether one more is allowed in this window. The subject is a salted hash, never an address.
create function public.consume_rate_limit(bucket text, subject_hash text, most integer, window_seconds integer)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  now_used integer;
begin
  delete from private.rate_limits r where r.window_started_at < now() - interval '2 days';
  insert into private.rate_limits as r (bucket, subject_hash, window_started_at, used)
  values (consume_rate_limit.bucket, consume_rate_limit.subject_hash, now(), 1)
  on conflict on constraint rate_limits_pkey do update set
    used = case when r.window_started_at < now() - make_interval(secs => window_seconds) then 1 else r.used + 1 end,
    window_started_at = case when r.window_started_at < now() - make_interval(secs => window_seconds) then now()
      else r.window_started_at end
  returning r.used into now_used;
  return now_used <= most;
end
$$;

create function public.submit_feedback(
  author uuid, feedback_type text, message text, email text default null, rating integer default null)
returns uuid language sql security definer set search_path = '' as $$
  insert into public.sounddesk_feedback (user_id, feedback_type, rating, message, email)
  values (author, feedback_type, rating, message, email) returning id
$$;

-- The 12-character password of "Reset Password": valid once, for 15 minutes, beside the old one.
create table private.password_resets (
  user_id uuid primary key references auth.users on delete cascade,
  credential_hash bytea not null,
  expires_at timestamptz not null,
  failures integer not null default 0
);

-- False where the address has no account; the caller must not tell.
create function public.store_password_reset(account_email text, credential text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
begin
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(account_email));
  if account is null then return false; end if;
  insert into private.password_resets (user_id, credential_hash, expires_at)
  values (account, extensions.digest(account::text || credential, 'sha256'), now() + interval '15 minutes')
  on conflict (user_id) do update
    set credential_hash = excluded.credential_hash, expires_at = excluded.expires_at, failures = 0;
  return true;
end
$$;

-- The account whose credential this is; the credential is then used up. Null: wrong, old or used.
create function public.redeem_password_reset(account_email text, credential text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
begin
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(account_email));
  delete from private.password_resets r
  where r.user_id = account and r.expires_at > now() and r.failures < 5
    and r.credential_hash = extensions.digest(account::text || credential, 'sha256');
  if found then return account; end if;
  update private.password_resets r set failures = r.failures + 1 where r.user_id = account;
  return null;
end
$$;
