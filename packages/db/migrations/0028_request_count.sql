-- A summary can state a rate without how many requests there were.
alter table part
  drop constraint part_absent_check,
  add constraint part_absent_check
    check (absent <@ array['requests', 'request-count', 'errors', 'label-errors', 'some-errors']);
