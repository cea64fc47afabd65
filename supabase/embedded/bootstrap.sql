-- What a hosted project brings before the first migration: roles, schemas, extensions, default
-- privileges and the auth tables. Roles are made in bootstrapRoles (their passwords are secrets).
create schema auth authorization supabase_auth_admin;
create schema extensions;
create extension pgcrypto with schema extensions;

grant usage on schema extensions to public;
grant usage on schema auth to anon, authenticated, service_role, postgres;
grant usage on schema public to anon, authenticated, service_role;
grant all on schema public to postgres;
grant create on database :database to postgres, supabase_auth_admin;

-- As on a hosted project: new things in public are granted, and row level security holds them.
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;

set role supabase_auth_admin;

create table auth.users (
  id uuid primary key,
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text,
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on auth.users (lower(email));
create index users_created_at_idx on auth.users (created_at, id);

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  amr jsonb not null default '[]',
  user_agent text
);
create index sessions_user_id_idx on auth.sessions (user_id);

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  parent_hash bytea,
  session_id uuid not null references auth.sessions on delete cascade,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
create index refresh_tokens_parent_hash_idx on auth.refresh_tokens (parent_hash);

-- Links and codes in mails: confirmation, recovery, email_change, invite, magiclink.
create table auth.one_time_tokens (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  kind text not null,
  token_hash bytea not null unique,
  code_hash bytea not null,
  code_challenge text,
  code_challenge_method text,
  failures integer not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, kind)
);

-- Codes that a PKCE client changes for a session.
create table auth.flow_state (
  code_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null,
  method text not null,
  created_at timestamptz not null default now()
);
create index flow_state_user_id_idx on auth.flow_state (user_id);

create function auth.jwt() returns jsonb language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;
create function auth.uid() returns uuid language sql stable set search_path = '' as $$
  select nullif(auth.jwt() ->> 'sub', '')::uuid
$$;
create function auth.role() returns text language sql stable set search_path = '' as $$
  select auth.jwt() ->> 'role'
$$;
create function auth.email() returns text language sql stable set search_path = '' as $$
  select auth.jwt() ->> 'email'
$$;

grant all on all tables in schema auth to postgres with grant option;
reset role;

create schema supabase_migrations authorization postgres;
create table supabase_migrations.schema_migrations (
  version text primary key,
  name text not null,
  content_hash text not null,
  applied_at timestamptz not null default now()
);
alter table supabase_migrations.schema_migrations owner to postgres;
