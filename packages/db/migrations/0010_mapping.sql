-- What the columns of the experiment's files mean, as its last upload that said so had it.
alter table experiment add column mapping jsonb;
