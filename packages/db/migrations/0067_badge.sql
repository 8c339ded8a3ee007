-- The secret part of the address of an experiment's badge; null: it has none.
alter table experiment add column badge uuid unique;
