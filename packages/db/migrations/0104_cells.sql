-- Cells: what a series did in each stretch of `step` seconds. They are most of what a workspace stores. Columns are in the order
-- of their width, so that no byte is lost between them, and there is no key: a part is written once, by one writer, and the
-- index of a key would be a third of the table. Cells are found by their series, step and second. A series belongs to one
-- run, and a run to one partition.

-- COPY and the columnstore exclude row level security, so cells carry no workspace. The app role may add them but not look at
-- them: it reads through the views below, which join series and part, where the policies are.
create table run_cell (
  imported_at timestamptz(3) not null,
  series_id bigint not null,
  requests bigint not null,
  errors bigint not null,
  items bigint not null,
  bytes bigint not null,
  sum_us double precision,
  min_us bigint,
  max_us bigint,
  part_id uuid not null,
  -- Signed seconds from the run's origin.
  offset_s integer not null,
  step smallint not null,
  -- A second that was closed and got more requests later has further pieces, merged on read.
  piece smallint not null,
  dist_kind smallint not null,
  dist bytea,
  dist_failed bytea
);

create table gauge_cell (
  imported_at timestamptz(3) not null,
  series_id bigint not null,
  count bigint not null,
  sum double precision not null,
  min double precision not null,
  max double precision not null,
  last double precision not null,
  part_id uuid not null,
  offset_s integer not null,
  step smallint not null,
  piece smallint not null
);

-- A run's cells share one imported_at, so they are all in one chunk. A week of imports keeps the index of the chunk that is
-- written small enough for memory, and the number of chunks small whatever dates a file claims.
select create_hypertable('run_cell', by_range('imported_at', interval '7 days'), create_default_indexes => false);
select create_hypertable('gauge_cell', by_range('imported_at', interval '7 days'), create_default_indexes => false);
create index run_cell_series on run_cell (series_id, step, offset_s);
create index gauge_cell_series on gauge_cell (series_id, step, offset_s);

grant insert on run_cell, gauge_cell to headroom_app;
grant select, delete on run_cell, gauge_cell to headroom_jobs;

-- The views run as headroom_cells, which sees the cells of every workspace, but series and parts of only one.
create policy tenant_cells on series for select to headroom_cells
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
create policy tenant_cells on part for select to headroom_cells
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select on series, part, run_cell, gauge_cell to headroom_cells;

create view run_cell_read with (security_barrier = true) as
  select c.imported_at, s.run_id, c.series_id, c.part_id, c.step, c.offset_s, c.piece,
    c.requests, c.errors, c.items, c.bytes, c.sum_us, c.min_us, c.max_us, c.dist_kind, c.dist, c.dist_failed
  from run_cell c
  join series s on s.id = c.series_id
  join part p on p.id = c.part_id and p.run_id = s.run_id
  where p.state = 'published';

create view gauge_cell_read with (security_barrier = true) as
  select c.imported_at, s.run_id, c.series_id, c.part_id, c.step, c.offset_s, c.piece,
    c.count, c.sum, c.min, c.max, c.last
  from gauge_cell c
  join series s on s.id = c.series_id
  join part p on p.id = c.part_id and p.run_id = s.run_id
  where p.state = 'published';

-- The cells of writers that are still sending.
create view live_cell_read with (security_barrier = true) as
  select c.imported_at, s.run_id, c.series_id, c.part_id, c.step, c.offset_s, c.piece,
    c.requests, c.errors, c.items, c.bytes, c.sum_us, c.min_us, c.max_us, c.dist_kind, c.dist, c.dist_failed
  from run_cell c
  join series s on s.id = c.series_id
  join part p on p.id = c.part_id and p.run_id = s.run_id
  where p.kind = 'live' and p.state = 'receiving';

-- To own a view, a role has to be allowed to create one.
grant create on schema public to headroom_cells;
alter view run_cell_read owner to headroom_cells;
alter view gauge_cell_read owner to headroom_cells;
alter view live_cell_read owner to headroom_cells;
revoke create on schema public from headroom_cells;
grant select on run_cell_read, gauge_cell_read, live_cell_read to headroom_app;
