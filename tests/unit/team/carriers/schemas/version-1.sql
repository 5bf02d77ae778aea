-- Team spaces of Vitrine in a PostgreSQL database, version 13 or later.
--
-- Read it, then run it once in the database that is to hold them, as somebody who may create roles and schemas there:
--
--   psql --set=ON_ERROR_STOP=1 --single-transaction --file=schema.sql --dbname=vitrine
--
-- Running it again changes nothing. It makes one schema, three roles without a login, and nothing outside of these. Vitrine itself
-- never creates or alters anything: its people log in as members of the roles.
--
--   vitrine_reader    reads what the team has done
--   vitrine_reviewer  also adds segments, as the devices that its own login has registered; changes and deletes none
--   vitrine_owner     also creates teams, and says who belongs to them
--
-- Nobody but the owner of these tables can change or delete a segment. A person:
--
--   create role ada login password '...' in role vitrine_reviewer;

do $$
declare
  role_name text;
begin
  foreach role_name in array array['vitrine_reader', 'vitrine_reviewer', 'vitrine_owner'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = role_name) then
      execute pg_catalog.format('create role %I nologin', role_name);
    end if;
  end loop;
end
$$;

grant vitrine_reader to vitrine_reviewer;
grant vitrine_reviewer to vitrine_owner;

create schema if not exists vitrine;
revoke all on schema vitrine from public;
grant usage on schema vitrine to vitrine_reader;

-- Teams, devices and queues are called by 32 hexadecimal digits.
do $$
begin
  if to_regtype('vitrine.id') is null then
    create domain vitrine.id as text collate "C" check (value ~ '^[0-9a-f]{32}$');
  end if;
end
$$;

create table if not exists vitrine.teams (
  team vitrine.id primary key,
  created_by name not null default session_user,
  created_at timestamptz not null default now()
);

-- Who belongs to a team: logins, or roles whose members belong to it.
create table if not exists vitrine.members (
  team vitrine.id not null references vitrine.teams,
  member name not null,
  primary key (team, member)
);

-- A device is its login's: whoever adds the first row for it. Its segments can be added by that login alone.
create table if not exists vitrine.devices (
  team vitrine.id not null references vitrine.teams,
  device vitrine.id not null,
  login name not null default session_user,
  registered_at timestamptz not null default now(),
  primary key (team, device)
);

-- The log. What is in `bytes` is compressed and signed by the device; the database needs to know nothing of it.
create table if not exists vitrine.segments (
  team vitrine.id not null,
  device vitrine.id not null,
  sequence integer not null check (sequence between 1 and 99999999),
  bytes bytea not null check (octet_length(bytes) between 1 and 8388608),
  added_at timestamptz not null default now(),
  primary key (team, device, sequence),
  foreign key (team, device) references vitrine.devices
);
alter table vitrine.segments alter column bytes set storage external;

-- Products that are offered to whoever asks for the next ones, and who has taken them until when.
create table if not exists vitrine.claims (
  team vitrine.id not null references vitrine.teams,
  queue vitrine.id not null,
  product text collate "C" not null check (octet_length(product) between 1 and 1024),
  place integer not null,
  holder name,
  held_until timestamptz,
  primary key (team, queue, product),
  check ((holder is null) = (held_until is null))
);
create index if not exists claims_in_order on vitrine.claims (team, queue, place);

-- What the app asks first: whether it knows this form.
create or replace function vitrine.schema_version() returns integer
  language sql immutable parallel safe
  as 'select 1';

-- The teams of whoever is logged in, whatever role they have taken on since.
create or replace function vitrine.my_teams() returns setof vitrine.id
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  as $$
    select m.team
    from vitrine.members m
    join pg_catalog.pg_roles r on r.rolname = m.member
    where pg_has_role(session_user, r.oid, 'member')
  $$;

-- Creates a team that is open to everybody who has one of the roles. To keep it to a group, replace the row in vitrine.members
-- that names vitrine_reader by one that names the group's role.
create or replace function vitrine.create_team(new_team vitrine.id) returns void
  language sql security definer
  set search_path = pg_catalog, pg_temp
  as $$
    insert into vitrine.teams (team) values (new_team);
    insert into vitrine.members (team, member) values (new_team, session_user), (new_team, 'vitrine_reader');
  $$;

-- Tells listeners that a team has something new. The channel is open to every login of the database: it names no team.
create or replace function vitrine.tell_of_segment() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
  as $$
    begin
      perform pg_notify('vitrine_segments', encode(sha256(convert_to(new.team, 'UTF8')), 'hex'));
      return null;
    end
  $$;
drop trigger if exists tell_of_segment on vitrine.segments;
create trigger tell_of_segment after insert on vitrine.segments
  for each row execute function vitrine.tell_of_segment();

-- Rights. Columns that say who and when cannot be given by the app at all.
revoke all on all tables in schema vitrine from public;
revoke all on all functions in schema vitrine from public;
grant execute on function vitrine.schema_version(), vitrine.my_teams() to vitrine_reader;
grant execute on function vitrine.create_team(vitrine.id) to vitrine_owner;
grant select on all tables in schema vitrine to vitrine_reader;
grant insert (team, device) on vitrine.devices to vitrine_reviewer;
grant insert (team, device, sequence, bytes) on vitrine.segments to vitrine_reviewer;
grant insert (team, queue, product, place), update (holder, held_until), delete on vitrine.claims to vitrine_reviewer;
grant insert, delete on vitrine.members to vitrine_owner;

-- Rows.
alter table vitrine.teams enable row level security;
alter table vitrine.members enable row level security;
alter table vitrine.devices enable row level security;
alter table vitrine.segments enable row level security;
alter table vitrine.claims enable row level security;

drop policy if exists own_teams on vitrine.teams;
create policy own_teams on vitrine.teams for select
  using (team in (select vitrine.my_teams()));

drop policy if exists own_teams on vitrine.members;
create policy own_teams on vitrine.members
  using (team in (select vitrine.my_teams()))
  with check (team in (select vitrine.my_teams()));

drop policy if exists own_teams on vitrine.devices;
create policy own_teams on vitrine.devices for select
  using (team in (select vitrine.my_teams()));
drop policy if exists own_device on vitrine.devices;
create policy own_device on vitrine.devices for insert
  with check (login = session_user and team in (select vitrine.my_teams()));

drop policy if exists own_teams on vitrine.segments;
create policy own_teams on vitrine.segments for select
  using (team in (select vitrine.my_teams()));
drop policy if exists own_device on vitrine.segments;
create policy own_device on vitrine.segments for insert
  with check (
    team in (select vitrine.my_teams())
    and exists (
      select from vitrine.devices d
      where d.team = segments.team and d.device = segments.device and d.login = session_user
    )
  );

-- A claim is for a while: one that is over is anybody's again, and nobody can take one for longer than a week.
drop policy if exists own_teams on vitrine.claims;
create policy own_teams on vitrine.claims for select
  using (team in (select vitrine.my_teams()));
drop policy if exists offer on vitrine.claims;
create policy offer on vitrine.claims for insert
  with check (holder is null and team in (select vitrine.my_teams()));
drop policy if exists take on vitrine.claims;
create policy take on vitrine.claims for update
  using (
    team in (select vitrine.my_teams())
    and (holder is null or holder = session_user or held_until < now())
  )
  with check (
    team in (select vitrine.my_teams())
    and (holder is null or (holder = session_user and held_until <= now() + interval '7 days'))
  );
drop policy if exists finish on vitrine.claims;
create policy finish on vitrine.claims for delete
  using (holder = session_user and team in (select vitrine.my_teams()));
