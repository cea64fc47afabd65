-- As before (20261121000011), but for an address without an account the same is kept as for one with: who asks could tell
-- one from the other by the time that it took. An open reset is no loss: whoever wants one asks again.
drop table private.password_resets;
create table private.password_resets (
  address_hash bytea primary key,
  -- Of no account that there is where the address has none.
  user_id uuid,
  credential_hash bytea not null,
  expires_at timestamptz not null,
  failures integer not null default 0
);
create index password_resets_user_id_idx on private.password_resets (user_id);
create index password_resets_expires_at_idx on private.password_resets (expires_at);

create function private.address_hash(address text) returns bytea language sql immutable set search_path = '' as $$
  select extensions.digest(lower(btrim(address)), 'sha256')
$$;
revoke execute on function private.address_hash(text) from public, anon, authenticated;

-- False where the address has no account; the caller must not tell.
create or replace function public.store_password_reset(account_email text, credential text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  address bytea := private.address_hash(account_email);
  account uuid;
begin
  delete from private.password_resets r where r.expires_at < now();
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(account_email));
  insert into private.password_resets (address_hash, user_id, credential_hash, expires_at)
  values (address, account, extensions.digest(encode(address, 'hex') || credential, 'sha256'), now() + interval '15 minutes')
  on conflict (address_hash) do update set user_id = excluded.user_id,
    credential_hash = excluded.credential_hash, expires_at = excluded.expires_at, failures = 0;
  return account is not null;
end
$$;

-- The account whose credential this is; the credential is then used up. Null: wrong, old or used.
create or replace function public.redeem_password_reset(account_email text, credential text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  address bytea := private.address_hash(account_email);
  account uuid;
begin
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(account_email));
  delete from private.password_resets r
  where r.address_hash = address and r.user_id = account and r.expires_at > now() and r.failures < 5
    and r.credential_hash = extensions.digest(encode(address, 'hex') || credential, 'sha256');
  if found then return account; end if;
  update private.password_resets r set failures = r.failures + 1 where r.address_hash = address;
  return null;
end
$$;

-- A new password or address ends the one-time password of before: it was for the account as it was.
create function private.end_password_resets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.password_resets r where r.user_id = old.id;
  return null;
end
$$;
revoke execute on function private.end_password_resets() from public, anon, authenticated;
create trigger end_password_resets after update of email, encrypted_password on auth.users
  for each row when (old.email is distinct from new.email or old.encrypted_password is distinct from new.encrypted_password)
  execute function private.end_password_resets();
