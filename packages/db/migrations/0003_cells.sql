-- COPY and the columnstore exclude row level security, so cells carry no workspace: the app role may add them
-- and not look at them. It reads through the views below, which join series and part, where the wall stands.
create table run_cell (
  imported_at timestamptz(3) not null,
  series_id bigint not null,
  part_id uuid not null,
  step smallint not null,
  -- Signed seconds from the run's origin.
  offset_s integer not null,
  -- A second that closed and was heard of again has further pieces, merged on read.
  piece smallint not null,
  requests bigint not null,
  errors bigint not null,
  items bigint not null,
  bytes bigint not null,
  sum_us double precision,
  min_us bigint,
  max_us bigint,
  dist_kind smallint not null,
  dist bytea,
  dist_failed bytea,
  primary key (series_id, step, offset_s, part_id, piece, imported_at)
);

create table gauge_cell (
  imported_at timestamptz(3) not null,
  series_id bigint not null,
  part_id uuid not null,
  step smallint not null,
  offset_s integer not null,
  piece smallint not null,
  count bigint not null,
  sum double precision not null,
  min double precision not null,
  max double precision not null,
  last double precision not null,
  primary key (series_id, step, offset_s, part_id, piece, imported_at)
);

-- A run's cells share one imported_at, so a run lies in one chunk; a week of imports keeps the index of the
-- chunk being written small enough for memory, and the number of chunks small whatever dates a file claims.
select create_hypertable('run_cell', by_range('imported_at', interval '7 days'), create_default_indexes => false);
select create_hypertable('gauge_cell', by_range('imported_at', interval '7 days'), create_default_indexes => false);

grant insert on run_cell, gauge_cell to headroom_app;
grant select, delete on run_cell, gauge_cell to headroom_jobs;

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

-- To give something away, its new owner has to be allowed to make such things here.
grant create on schema public to headroom_cells;
alter view run_cell_read owner to headroom_cells;
alter view gauge_cell_read owner to headroom_cells;
revoke create on schema public from headroom_cells;
grant select on run_cell_read, gauge_cell_read to headroom_app;
