-- What a file in a repository said about the experiment when it was last applied; null: none was.
alter table experiment add column stated jsonb;
