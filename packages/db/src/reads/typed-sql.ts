/** The SQL of each of a row's fields. A field that is misspelt or left out doesn't compile. */
export type SqlOf<Row extends object> = { readonly [Field in keyof Row]-?: string };

/** A JSON object with the fields of a row. */
export function jsonObject<Row extends object>(fields: SqlOf<Row>): string {
  return `jsonb_build_object(${entriesOf(fields, (field, sql) => `'${field}', ${sql}`)})`;
}

/** What is selected for a row. */
export function columnsOf<Row extends object>(fields: SqlOf<Row>): string {
  return entriesOf(fields, (field, sql) => `${sql} as "${field}"`);
}

function entriesOf(fields: object, write: (field: string, sql: string) => string): string {
  return Object.entries(fields)
    .map(([field, sql]) => write(field, String(sql)))
    .join(", ");
}
