-- What the operator of the server allows a workspace. Without a row, or where it is null, only the server's own limits apply.
create table workspace_quota (
  workspace_id uuid primary key references workspace (id) on delete cascade,
  uploads_per_day integer check (uploads_per_day >= 0),
  -- In place of the server's limit for every workspace.
  stored_bytes bigint check (stored_bytes > 0)
);

alter table workspace_quota enable row level security;
alter table workspace_quota force row level security;
create policy tenant on workspace_quota to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on workspace_quota to headroom_app;

-- Owners are mailed before their workspace is full, and the operator lists the workspaces with a quota.
create policy jobs on workspace_quota for select to headroom_jobs using (true);
grant select on workspace_quota to headroom_jobs;
