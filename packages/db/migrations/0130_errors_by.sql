-- What errors are counted by: the tool's word, or also status codes from 500 on. Null: nobody says, so it is the tool's word.
alter table run add column errors_by text check (errors_by in ('tool', 'code'));
alter table experiment add column errors_by text check (errors_by in ('tool', 'code'));
-- What those of a part were counted by.
alter table part add column errors_by text not null default 'tool' check (errors_by in ('tool', 'code'));
