import pg from "pg";

/** Where the schema compares a column with words. */
export interface ComparedWords {
  /** Such as "check channel_kind_check" or "function refresh_experiment". */
  place: string;
  table: string | null;
  column: string;
  words: string[];
  /** The place lists words, so the list is complete; otherwise it compares with a single one. */
  isList: boolean;
}

export interface SchemaWords {
  compared: ComparedWords[];
  /** Text in checks, index predicates and policies that isn't compared in a way that is understood. */
  unread: { place: string; text: string }[];
}

interface Expression {
  place: string;
  of: string | null;
  text: string;
}

/** `of` is the table that the columns belong to; functions and views can read several. */
const EXPRESSIONS = `
  select 'check ' || conname as place, conrelid::regclass::text as of, pg_get_constraintdef(oid) as text
  from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace
  union all
  select 'index ' || c.relname, i.indrelid::regclass::text, pg_get_expr(i.indpred, i.indrelid)
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and i.indpred is not null
  union all
  select 'policy ' || p.polname || ' of ' || c.relname, c.relname, part
  from pg_policy p join pg_class c on c.oid = p.polrelid
    cross join lateral (values (pg_get_expr(p.polqual, p.polrelid)), (pg_get_expr(p.polwithcheck, p.polrelid))) parts (part)
  where c.relnamespace = 'public'::regnamespace and part is not null
  union all
  select 'default of ' || c.relname || '.' || a.attname, c.relname, a.attname || ' = ' || pg_get_expr(d.adbin, d.adrelid)
  from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum join pg_class c on c.oid = d.adrelid
  where c.relnamespace = 'public'::regnamespace and a.atttypid = 'text'::regtype
  union all
  select 'view ' || viewname, null, definition from pg_views where schemaname = 'public'
  union all
  select 'function ' || proname, null, coalesce(pg_get_function_sqlbody(p.oid), prosrc)
  from pg_proc p
  where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

/** Everything in the schema that names words of a closed list, so that a test can compare them with the code's. */
export async function readSchemaWords(url: string): Promise<SchemaWords> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Expression>(`${EXPRESSIONS} order by place`);
    return { compared: rows.flatMap(comparedIn), unread: rows.flatMap(unreadIn) };
  } finally {
    await client.end();
  }
}

const LITERAL = `'(?:[^']|'')*'`;
const NOTHING = new Set(["''", "'{}'"]);
const COLUMN = `(\\w+)\\)*\\s*`;
const OPENS_LIST = `(?:=\\s*any\\s*\\(+\\s*array\\s*\\[|<>\\s*all\\s*\\(+\\s*array\\s*\\[|<@\\s*\\(*array\\s*\\[|(?:not\\s+)?in\\s*\\()`;
const EQUALS = `(?:=|<>|!=|is\\s+(?:not\\s+)?distinct\\s+from)`;
const COMPARED = new RegExp(
  `${COLUMN}(?:${OPENS_LIST}\\s*(?<list>${LITERAL}(?:\\s*,\\s*${LITERAL})*)|${EQUALS}\\s*(?<single>${LITERAL}))`,
  "gi",
);

/** Without casts and comments, and without what can't be a word: settings, types of JSON, lengths of time, and nothing. */
function plain(text: string): string {
  return text
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/'[^']*'::interval/gi, "")
    .replaceAll(/current_setting\('[^']*'(?:::text)?/gi, "(")
    .replaceAll(new RegExp(`jsonb_typeof\\(\\w+\\)\\s*=\\s*${LITERAL}`, "gi"), "")
    .replaceAll(/::(?:text|character varying|jsonb)(?:\[\])?/g, "")
    .replaceAll(new RegExp(LITERAL, "g"), (literal) => (NOTHING.has(literal) ? "nothing" : literal));
}

function comparedIn({ place, of: table, text }: Expression): ComparedWords[] {
  return [...plain(text).matchAll(COMPARED)].map(({ 1: column = "", groups }) => {
    const words = wordsIn(groups?.["list"] ?? groups?.["single"] ?? "");
    return { place, table, column, words, isList: groups?.["list"] !== undefined };
  });
}

/** Bodies of functions and views contain other text as well. */
function unreadIn({ place, text }: Expression): SchemaWords["unread"] {
  if (/^(?:function|view) /.test(place)) return [];
  return wordsIn(plain(text).replaceAll(COMPARED, "")).map((word) => ({ place, text: word }));
}

function wordsIn(text: string): string[] {
  return [...text.matchAll(new RegExp(LITERAL, "g"))].map(([literal]) =>
    literal.slice(1, -1).replaceAll("''", "'"),
  );
}
