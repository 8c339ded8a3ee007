-- Requests of which the source doesn't say whether they failed.
do $$
declare
  step integer;
begin
  foreach step in array array[1, 10, 60, 600] loop
    execute format('alter table traffic_cell_%s add column without_outcome bigint not null default 0', step);
  end loop;
end
$$;

drop view traffic_cell_read;
create view traffic_cell_read with (security_barrier = true) as
  select s.service_id, c.*
  from (
    select 1 as step, * from traffic_cell_1 union all select 10, * from traffic_cell_10
    union all select 60, * from traffic_cell_60 union all select 600, * from traffic_cell_600
  ) c join traffic_series s on s.id = c.series_id;
grant create on schema public to headroom_cells;
alter view traffic_cell_read owner to headroom_cells;
revoke create on schema public from headroom_cells;
grant select on traffic_cell_read to headroom_app;

alter table traffic
  -- The rule whose requests are counted now, and the one before it, which still counts what happened before counted_from.
  add column counted_rule text,
  add column counted_before text,
  add column counted_from timestamptz(3);

-- Requests that cumulative sources counted while nothing was heard of them for too long: nobody knows when they happened, so
-- they are in no cell. One row for all that begin in the same minute.
create table traffic_gap (
  workspace_id uuid not null,
  service_id uuid not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  requests bigint not null,
  -- A source began again in between, so there were more than it says.
  at_least boolean not null,
  primary key (service_id, from_at),
  foreign key (workspace_id, service_id) references traffic (workspace_id, service_id) on delete cascade
);
create index traffic_gap_to on traffic_gap (to_at);
alter table traffic_gap enable row level security;
alter table traffic_gap force row level security;
create policy tenant on traffic_gap to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy forget on traffic_gap for select to headroom_jobs using (true);
create policy forget_old on traffic_gap for delete to headroom_jobs using (true);
grant select, insert, update on traffic_gap to headroom_app;
grant select, delete on traffic_gap to headroom_jobs;
