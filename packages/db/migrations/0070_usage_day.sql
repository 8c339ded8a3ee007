-- What a workspace uploaded each day, in UTC. Counted when an upload is published, and kept when its run is deleted.
create table usage_day (
  workspace_id uuid not null references workspace (id) on delete cascade,
  day date not null,
  uploads integer not null,
  samples bigint not null,
  bytes bigint not null,
  primary key (workspace_id, day)
);

alter table usage_day enable row level security;
alter table usage_day force row level security;
create policy tenant on usage_day to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on usage_day to headroom_app;

-- What is still there of earlier uploads. Whoever migrates is bound by the policies of the roles it isn't.
alter table part no force row level security;
alter table usage_day no force row level security;
insert into usage_day (workspace_id, day, uploads, samples, bytes)
select workspace_id, (published_at at time zone 'UTC')::date, count(*), sum(accepted), sum(bytes_in)
from part where kind = 'requests' and published_at is not null and reparse_of is null
group by 1, 2;
alter table part force row level security;
alter table usage_day force row level security;
