-- The runs that the reference stood for, without itself: what they show together is what the run was compared with.
alter table judgement add column reference_level uuid[] not null default '{}';
