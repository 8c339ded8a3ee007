-- What a part takes in the database, with its index, for the limit of its workspace. Null until it is published.
alter table part add column stored_bytes bigint;
-- Whoever migrates isn't bound by a policy of its own here, but is bound by those of the roles it isn't.
alter table part no force row level security;
update part p set stored_bytes = found.bytes
from (
  select part_id, sum(bytes)::bigint as bytes
  from (
    select part_id, pg_column_size(run_cell) + 44 as bytes from run_cell
    union all
    select part_id, pg_column_size(gauge_cell) + 44 from gauge_cell
  ) cell
  group by part_id
) found
where p.id = found.part_id and p.state = 'published';
alter table part force row level security;

-- At how many percent of the limit its owners were warned; 0: they weren't.
alter table workspace add column storage_warned smallint not null default 0;
grant select (storage_warned) on workspace to headroom_jobs;
create policy storage_warned on workspace for select to headroom_jobs using (storage_warned > 0);
