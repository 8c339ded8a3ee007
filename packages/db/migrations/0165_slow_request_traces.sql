-- The trace of a request, where the tool recorded it.
alter table slow_request
  add column trace_id text check (trace_id ~ '^[0-9a-f]{16}([0-9a-f]{16})?$');
