-- Cells are most of what a workspace stores. Columns stand by their width, so that no byte is lost between them, and the
-- key is gone: a part is written once, by one writer, and its index was a third of the table. What finds cells is
-- the series, the step and the second; a series belongs to one run, and a run to one partition.
drop view run_cell_read;
drop view gauge_cell_read;
alter table run_cell rename to run_cell_before;
alter table gauge_cell rename to gauge_cell_before;

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
  -- A second that closed and was heard of again has further pieces, merged on read.
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

select create_hypertable('run_cell', by_range('imported_at', interval '7 days'), create_default_indexes => false);
select create_hypertable('gauge_cell', by_range('imported_at', interval '7 days'), create_default_indexes => false);

insert into run_cell (imported_at, series_id, requests, errors, items, bytes, sum_us, min_us, max_us, part_id, offset_s,
    step, piece, dist_kind, dist, dist_failed)
  select imported_at, series_id, requests, errors, items, bytes, sum_us, min_us, max_us, part_id, offset_s,
    step, piece, dist_kind, dist, dist_failed
  from run_cell_before order by imported_at, series_id, step, offset_s;
insert into gauge_cell (imported_at, series_id, count, sum, min, max, last, part_id, offset_s, step, piece)
  select imported_at, series_id, count, sum, min, max, last, part_id, offset_s, step, piece
  from gauge_cell_before order by imported_at, series_id, step, offset_s;
drop table run_cell_before;
drop table gauge_cell_before;

create index run_cell_series on run_cell (series_id, step, offset_s);
create index gauge_cell_series on gauge_cell (series_id, step, offset_s);

grant insert on run_cell, gauge_cell to headroom_app;
grant select, delete on run_cell, gauge_cell to headroom_jobs;
grant select on run_cell, gauge_cell to headroom_cells;

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

grant create on schema public to headroom_cells;
alter view run_cell_read owner to headroom_cells;
alter view gauge_cell_read owner to headroom_cells;
revoke create on schema public from headroom_cells;
grant select on run_cell_read, gauge_cell_read to headroom_app;
