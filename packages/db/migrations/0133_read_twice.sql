-- Sources that are one counter, read by two senders: they differ in one label. As an array of { label, values, foundAt }.
alter table traffic add column read_twice jsonb not null default '[]';
