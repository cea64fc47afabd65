create table public.plans (
  id text primary key,
  name text not null,
  monthly_price_usd numeric(8, 2) not null,
  yearly_price_usd numeric(8, 2) not null,
  position integer not null
);
insert into public.plans (id, name, monthly_price_usd, yearly_price_usd, position) values
  ('free', 'Free', 0, 0, 0),
  ('essential', 'Essential', 10, 102, 1),
  ('professional', 'Professional', 14, 142, 2),
  ('enterprise', 'Enterprise', 22, 224, 3);

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null unique references public.organizations on delete cascade,
  plan_id text not null references public.plans,
  cycle text not null default 'monthly' check (cycle in ('monthly', 'yearly')),
  status text not null check (status in ('trialing', 'active', 'past_due', 'cancelled', 'expired')),
  seats integer not null default 1 check (seats > 0),
  trial_ends_at timestamptz,
  current_period_ends_at timestamptz,
  provider text check (provider in ('paypal')),
  provider_subscription_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index subscriptions_plan_idx on public.subscriptions (plan_id);

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations on delete cascade,
  subscription_id uuid references public.subscriptions on delete set null,
  number text not null unique,
  amount_usd numeric(10, 2) not null,
  status text not null check (status in ('paid', 'pending', 'overdue')),
  issued_at timestamptz not null default now(),
  paid_at timestamptz
);
create index invoices_organization_idx on public.invoices (organization_id, issued_at desc, id);
create index invoices_subscription_idx on public.invoices (subscription_id);

-- The provider's events, each once, so that double and late ones change nothing.
create table public.payment_events (
  id text primary key,
  event_type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz
);

alter table public.plans enable row level security;
alter table public.subscriptions enable row level security;
alter table public.invoices enable row level security;
alter table public.payment_events enable row level security;

create policy "everybody reads plans" on public.plans for select to anon, authenticated using (true);
grant select on public.plans to anon, authenticated;
create policy "members read their organisation's subscription" on public.subscriptions for select to authenticated
  using (organization_id in (select private.my_organizations()) or (select private.is_super_admin()));
grant select on public.subscriptions to authenticated;
create policy "admins read their organisation's invoices" on public.invoices for select to authenticated
  using (organization_id in (select private.my_administered_organizations()) or (select private.is_super_admin()));
grant select on public.invoices to authenticated;

create trigger touch_updated_at before update on public.subscriptions
  for each row execute function private.touch_updated_at();
select private.watch('public.subscriptions'), private.watch('public.invoices');

-- Profile, personal workspace and trial of an account that has none yet. The trial counts from
-- the account's first day, so that calling this again, or late, extends nothing.
create function public.create_default_sounddesk_profiles(user_uuid uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users;
  workspace uuid;
begin
  if user_uuid is distinct from auth.uid() and coalesce(auth.role(), '') <> 'service_role' then
    perform private.refuse('One can create a profile for oneself only.');
  end if;
  select * into account from auth.users u where u.id = user_uuid;
  if account.id is null then perform private.refuse('There is no such account.'); end if;
  insert into public.sounddesk_profiles (user_id, display_name)
  values (account.id, left(btrim(coalesce(account.raw_user_meta_data ->> 'name', '')), 120))
  on conflict (user_id) do nothing;
  insert into public.organizations (name, is_personal, created_by) values ('Personal', true, account.id)
  on conflict (created_by) where is_personal do nothing
  returning id into workspace;
  if workspace is null then return; end if;
  insert into public.organization_members (organization_id, user_id, role, status)
  values (workspace, account.id, 'owner', 'active');
  insert into public.subscriptions (organization_id, plan_id, status, trial_ends_at)
  values (workspace, 'professional', 'trialing', account.created_at + interval '14 days');
end
$$;
grant execute on function public.create_default_sounddesk_profiles(uuid) to authenticated;

-- The plan that counts now: a trial that is over, or a subscription that has ended, is the Free tier.
create function public.current_plan(organization uuid)
returns table (plan_id text, status text, trial_ends_at timestamptz, current_period_ends_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select
    case when e.has_ended then 'free' else s.plan_id end,
    case when e.has_ended then 'expired' else s.status end,
    s.trial_ends_at, s.current_period_ends_at
  from public.subscriptions s
  cross join lateral (select
    s.status = 'expired'
    or (s.status = 'trialing' and s.trial_ends_at < now())
    or (s.status = 'cancelled' and coalesce(s.current_period_ends_at, s.updated_at) < now()) as has_ended) e
  where s.organization_id = organization
$$;
grant execute on function public.current_plan(uuid) to authenticated;
