-- When a member last looked at the overview of a workspace, so that it can say what got worse since then.
create table last_visit (
  workspace_id uuid not null,
  person_id uuid not null,
  -- The latest look of the visit that is going on.
  seen_at timestamptz(3) not null,
  -- The latest look of the visit before; null: there was none.
  before_at timestamptz(3),
  primary key (workspace_id, person_id),
  foreign key (workspace_id, person_id) references membership (workspace_id, person_id) on delete cascade,
  check (before_at < seen_at)
);

alter table last_visit enable row level security;
alter table last_visit force row level security;
create policy tenant on last_visit to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on last_visit to headroom_app;
