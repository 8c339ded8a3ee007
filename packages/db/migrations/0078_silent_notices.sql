-- Whether the run regressed has to be found out again, but nobody is told: it was parsed again, or this is a copy.
alter table run_notice add column silent boolean not null default false;
