-- Which run of a shared comparison the others are compared with; null: the first. The position of a run is the place of its letter.
alter table share_link add column reference_run_id uuid;
