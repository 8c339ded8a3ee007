-- A deleted run is out of every read that asks for published ones. What it was is remembered, so that the deletion can be
-- taken back until the run is removed for good.
alter table run
  add column deleted_at timestamptz(3),
  add column deleted_by uuid references person (id) on delete set null,
  add column deleted_state jsonb,
  -- When its notes, tags and what else people write were last changed: the later of two editors is told.
  add column edited_at timestamptz(3),
  -- The steady phase that a member set in place of the one that was found, with who and when.
  add column steady_by_hand jsonb,
  add check (deleted_at is null or (published_at is null and deleted_state is not null));
create index run_deleted on run (deleted_at) where deleted_at is not null;

create table run_comment (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  -- Seconds from the run's origin, or the name of a figure; neither: the run as a whole.
  at_seconds double precision,
  figure text,
  body text not null check (body <> ''),
  author_id uuid references person (id) on delete set null,
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade,
  check (num_nonnulls(at_seconds, figure) <= 1)
);
create index run_comment_run on run_comment (run_id, created_at);

alter table run_comment enable row level security;
alter table run_comment force row level security;
create policy tenant on run_comment to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on run_comment to headroom_app;
