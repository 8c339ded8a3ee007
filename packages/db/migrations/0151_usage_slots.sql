-- What a workspace uploads in a day, spread over several rows that reads add up: uploads that are published at the same time don't
-- wait for each other. What was counted before is in usage_day, and so is what processes of the earlier version still count.
create table usage_slot (
  workspace_id uuid not null references workspace (id) on delete cascade,
  day date not null,
  slot smallint not null,
  uploads integer not null,
  samples bigint not null,
  bytes bigint not null,
  primary key (workspace_id, day, slot)
);

alter table usage_slot enable row level security, force row level security;
create policy tenant on usage_slot to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);

grant select, insert, update on usage_slot to headroom_app;
