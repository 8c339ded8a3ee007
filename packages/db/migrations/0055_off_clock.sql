-- When traffic last arrived whose times were far from its arrival, and by how many seconds they were ahead (negative: behind).
alter table traffic
  add column off_clock_at timestamptz(3),
  add column off_clock_seconds integer,
  add check ((off_clock_at is null) = (off_clock_seconds is null));
