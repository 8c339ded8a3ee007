-- A named view of a page: what its address says after the question mark.
create table saved_view (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  page text not null check (page in ('experiments', 'experiment')),
  name text not null check (name <> ''),
  query text not null,
  -- Everybody in the workspace sees it.
  shared boolean not null,
  -- Who saved it; null: they are gone, and nobody sees it unless it is shared.
  person_id uuid references person (id) on delete set null,
  saved_at timestamptz(3) not null
);
create unique index saved_view_shared on saved_view (workspace_id, page, name) where shared;
create unique index saved_view_own on saved_view (workspace_id, person_id, page, name) where not shared;

alter table saved_view enable row level security, force row level security;
create policy tenant on saved_view to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on saved_view to headroom_app;
