-- What a run was meant to send, if its upload or an editor says so. Null: as its experiment defines.
alter table run
  add rate_per_generator double precision check (rate_per_generator > 0),
  add generators integer check (generators > 0),
  add threads_per_generator integer check (threads_per_generator > 0);
