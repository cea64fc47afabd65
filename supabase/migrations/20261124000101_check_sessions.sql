-- A token is good for an hour, and its session may end before: whoever has signed out, was banned, deleted, or changed his
-- password reads and changes nothing by it any more. PostgREST asks before each request (db-pre-request).
create function private.check_session() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  -- The project's own keys have no session.
  if coalesce(claims ->> 'role', 'anon') in ('anon', 'service_role') then return; end if;
  if exists (
    select 1 from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id::text = claims ->> 'session_id' and s.user_id = (select auth.uid())
      and (u.banned_until is null or u.banned_until <= now())
  ) then return; end if;
  raise sqlstate 'PT401' using message = 'This session is over. Sign in again.';
end
$$;
revoke execute on function private.check_session() from public;
grant execute on function private.check_session() to anon, authenticated, service_role;
