-- What was sent to each tested host, by a part whose source says so: the busiest 20, "(other)", and null for no host.
create table part_host (
  workspace_id uuid not null references workspace (id) on delete cascade,
  part_id uuid not null,
  -- From the busiest on.
  place smallint not null check (place between 0 and 21),
  host text check (length(host) between 1 and 260),
  requests bigint not null check (requests > 0),
  errors bigint not null check (errors between 0 and requests),
  -- Their latencies, as a sketch.
  latencies bytea not null,
  primary key (part_id, place),
  foreign key (workspace_id, part_id) references part (workspace_id, id) on delete cascade
);

alter table part_host enable row level security, force row level security;
create policy tenant on part_host to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on part_host to headroom_app;
