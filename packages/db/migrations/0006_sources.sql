-- What a part's source could tell, so that a run can be judged again from its parts alone.
alter table part
  add column format text,
  add column tool text,
  add column clock text not null default 'absolute' check (clock in ('absolute', 'relative', 'none')),
  -- Where a relative clock begins: the run's other parts of this kind are laid beside it.
  add column zero_us bigint,
  add column source text not null default 'samples'
    check (source in ('samples', 'sketch', 'buckets', 'quoted', 'none')),
  add column latency_resolution_us double precision not null default 1,
  add column latency_relative_error double precision not null default 0,
  add column absent text[] not null default '{}' check (absent <@ array['requests', 'errors']);

-- The same file once more is told of.
create index part_file on part (workspace_id, file_digest) where state = 'published';

-- Null: there is no cell, only the total.
alter table part_total alter column finest_step drop not null;
alter table run_label alter column finest_step drop not null;
-- Null: the source does not tell.
alter table run_label alter column errors drop not null;

-- How often requests failed, by the reason that the source names.
create table part_failure (
  workspace_id uuid not null references workspace (id) on delete cascade,
  part_id uuid not null,
  series_id bigint not null,
  reason text not null check (octet_length(reason) <= 2048),
  times bigint not null,
  primary key (part_id, series_id, reason),
  foreign key (workspace_id, part_id) references part (workspace_id, id) on delete cascade,
  foreign key (workspace_id, series_id) references series (workspace_id, id) on delete cascade
);
create index part_failure_series on part_failure (series_id);

alter table part_failure enable row level security;
alter table part_failure force row level security;
create policy tenant on part_failure to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on part_failure to headroom_app;
