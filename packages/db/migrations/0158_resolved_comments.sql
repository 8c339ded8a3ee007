-- A comment that is settled stays readable, out of the way of those that aren't.
alter table run_comment
  add column resolved_at timestamptz(3),
  add column resolved_by uuid references person (id) on delete set null,
  add check (resolved_by is null or resolved_at is not null);
