-- It is of an archive, as its upload says: it has its place by when it began, however long ago.
alter table run add column is_archive boolean not null default false;
