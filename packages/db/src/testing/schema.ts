export interface Model {
  table: string;
  /** "name type", then "null" and "default" if they apply, as PostgreSQL names them. */
  columns: string[];
  /** Columns of each id and unique key, joined by commas. */
  keys: string[];
}

const TYPES: Record<string, string> = {
  "String @db.Uuid": "uuid",
  String: "text",
  "DateTime @db.Timestamptz(3)": "timestamp(3) with time zone",
  "DateTime @db.Date": "date",
  Json: "jsonb",
  Bytes: "bytea",
  BigInt: "bigint",
  Int: "integer",
  "Int @db.SmallInt": "smallint",
  Float: "double precision",
  Boolean: "boolean",
};

/** The tables of a Prisma schema, in the plain format that ours is written in. */
export function readModels(schema: string): Model[] {
  return [...schema.matchAll(/^model \w+ \{\n(.*?)\n\}/gms)].map(([, body = ""]) => readModel(body));
}

function readModel(body: string): Model {
  const lines = body
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const fields = lines.filter((line) => !line.startsWith("@@")).map(readField);
  const columnOf = new Map(fields.map(({ name, column }) => [name, column]));
  const joined = lines.flatMap((line) => {
    const names = /^@@(?:id|unique)\(\[(.*)\]\)$/.exec(line)?.[1];
    return names === undefined
      ? []
      : [
          names
            .split(", ")
            .map((name) => columnOf.get(name))
            .join(","),
        ];
  });
  return {
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "",
    columns: fields.map(({ line }) => line),
    keys: [...fields.filter(({ unique }) => unique).map(({ column }) => column), ...joined],
  };
}

const FIELD = /^(\w+)\s+(\w+)(\[\])?(\?)?\s*(.*)$/;

function readField(line: string): { name: string; column: string; line: string; unique: boolean } {
  const [, name = "", prismaType = "", list = "", optional = "", attributes = ""] = FIELD.exec(line) ?? [];
  const column = /@map\("(\w+)"\)/.exec(attributes)?.[1] ?? name;
  const [native = ""] = /@db\.\w+(\(\d+\))?/.exec(attributes) ?? [];
  const type = TYPES[`${prismaType} ${native}`.trim()] ?? `unknown (${line})`;
  return {
    name,
    column,
    line: `${column} ${type}${list}${marksOf(optional, attributes)}`,
    unique: /@(id|unique)\b/.test(attributes),
  };
}

function marksOf(optional: string, attributes: string): string {
  return `${optional === "" ? "" : " null"}${attributes.includes("@default(") ? " default" : ""}`;
}
