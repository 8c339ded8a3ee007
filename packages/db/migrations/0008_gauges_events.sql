-- Gauges that come after a run are a part of it like any other: unseen until published, replaced as a whole. Their
-- names are not those of generators.
alter table part add column kind text not null default 'requests' check (kind in ('requests', 'gauges'));
alter table part drop constraint part_run_id_generator_revision_key;
alter table part add unique (run_id, kind, generator, revision);
drop index part_one_published;
create unique index part_one_published on part (run_id, kind, generator) where state = 'published';

create table run_event (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  at timestamptz(3) not null,
  kind text not null check (kind in ('deploy', 'scale', 'cache-flush', 'failure', 'note')),
  title text not null,
  url text,
  created_at timestamptz(3) not null default now(),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade,
  -- The same event sent twice is one.
  unique (run_id, at, kind, title)
);

alter table run_event enable row level security;
alter table run_event force row level security;
create policy tenant on run_event to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on run_event to headroom_app;
