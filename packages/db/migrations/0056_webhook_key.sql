-- How often a workspace has replaced the key that its webhooks are signed with. None: the first key. Keys themselves are derived.
create table webhook_key (
  workspace_id uuid primary key references workspace (id) on delete cascade,
  generation integer not null check (generation > 0),
  rotated_at timestamptz(3) not null,
  -- Until then, webhooks are also signed with the key before.
  previous_until timestamptz(3) not null,
  check (previous_until >= rotated_at)
);

alter table webhook_key enable row level security;
alter table webhook_key force row level security;
create policy tenant on webhook_key to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on webhook_key to headroom_app;
