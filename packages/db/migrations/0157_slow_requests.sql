-- The slowest requests of a part: at most 50.
create table slow_request (
  workspace_id uuid not null references workspace (id) on delete cascade,
  part_id uuid not null,
  -- From the slowest on.
  place smallint not null check (place between 0 and 49),
  series_id bigint not null,
  -- When it completed, from the run's origin.
  offset_us bigint not null,
  latency_us bigint not null check (latency_us >= 0),
  failed boolean not null,
  -- Null: below 400, or the source doesn't say.
  code smallint check (code between 400 and 599),
  primary key (part_id, place),
  foreign key (workspace_id, part_id) references part (workspace_id, id) on delete cascade,
  foreign key (workspace_id, series_id) references series (workspace_id, id) on delete cascade
);
create index slow_request_series on slow_request (series_id);

alter table slow_request enable row level security, force row level security;
create policy tenant on slow_request to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on slow_request to headroom_app;
