-- About what a service's live traffic takes, for the limit of its workspace: a row for each step and chunk of its tables, kept
-- by what writes and removes cells.
create table traffic_storage (
  workspace_id uuid not null,
  service_id uuid not null,
  step smallint not null check (step in (1, 10, 60, 600)),
  -- When the chunk begins.
  at timestamptz(3) not null,
  bytes bigint not null,
  primary key (service_id, step, at),
  foreign key (workspace_id, service_id) references traffic (workspace_id, service_id) on delete cascade
);
create index traffic_storage_workspace on traffic_storage (workspace_id);
create index traffic_storage_step on traffic_storage (step, at);
alter table traffic_storage enable row level security;
alter table traffic_storage force row level security;
create policy tenant on traffic_storage to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy roll_up on traffic_storage to headroom_jobs using (true) with check (true);
grant select, insert, update on traffic_storage to headroom_app;
grant select, insert, update, delete on traffic_storage to headroom_jobs;

-- Whoever migrates is bound by the policies of the roles it isn't.
alter table traffic_series no force row level security;
alter table traffic_storage no force row level security;
do $$
declare
  cells record;
begin
  for cells in select * from (values (1, 21600), (10, 86400), (60, 604800), (600, 5184000)) as of_step (step, chunk) loop
    execute format(
      'insert into traffic_storage (workspace_id, service_id, step, at, bytes)
       select s.workspace_id, s.service_id, %1$s, to_timestamp(floor(extract(epoch from c.at) / %2$s) * %2$s), sum(c.bytes)
       from (
         select series_id, at, 168 + coalesce(octet_length(dist), 0) + coalesce(octet_length(dist_failed), 0) as bytes
         from traffic_cell_%1$s
         union all
         select series_id, at, 124 from traffic_gauge_%1$s
       ) c join traffic_series s on s.id = c.series_id
       group by 1, 2, 4', cells.step, cells.chunk);
  end loop;
end
$$;
alter table traffic_series force row level security;
alter table traffic_storage force row level security;
