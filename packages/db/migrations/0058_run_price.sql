-- What everything that was running for a run costs, as people write it: "0.004 USD/s". Null: nobody said.
alter table run
  add column price text,
  add check (price ~ '^\d{1,10}(\.\d{1,9})? [A-Z]{3}/[sh]$');
