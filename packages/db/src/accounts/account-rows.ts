import type { Parameter, WorkspaceTx } from "../workspace-tx.ts";

/** The columns of accounts. Nothing else is stored. */
const COLUMNS = {
  person: ["id", "email", "name", "email_verified", "created_at", "updated_at"],
  account: ["id", "person_id", "provider", "subject", "password_hash", "created_at", "updated_at"],
  verification: ["id", "identifier", "value", "expires_at", "created_at", "updated_at"],
} as const satisfies Record<string, readonly string[]>;

export type AccountTable = keyof typeof COLUMNS;
export type AccountRow = Record<string, Parameter>;

/** `column operator value`; all conditions have to hold. */
export interface AccountCondition {
  column: string;
  operator: "=" | "<>" | "<" | "<=" | ">" | ">=" | "in";
  value: Parameter;
}

export interface AccountOrder {
  column: string;
  descending: boolean;
}

export function isAccountTable(name: string): name is AccountTable {
  return Object.hasOwn(COLUMNS, name);
}

export async function insertAccountRow(
  tx: WorkspaceTx,
  table: AccountTable,
  row: AccountRow,
): Promise<AccountRow | null> {
  const kept = knownOf(table, row);
  const columns = kept.map(([column]) => column).join(", ");
  const places = kept.map((_, at) => `$${at + 1}`).join(", ");
  const [stored] = await tx.query<AccountRow>(
    `insert into ${table} (${columns}) values (${places}) returning *`,
    kept.map(([, value]) => value),
  );
  return stored ?? null;
}

export function readAccountRows(
  tx: WorkspaceTx,
  table: AccountTable,
  conditions: readonly AccountCondition[],
  page: { order?: AccountOrder; limit: number; offset?: number },
): Promise<AccountRow[]> {
  const { where, values } = whereOf(table, conditions);
  const { order, limit, offset = 0 } = page;
  const sorted = order ? ` order by ${columnOf(table, order.column)}${order.descending ? " desc" : ""}` : "";
  return tx.query<AccountRow>(
    `select * from ${table}${where}${sorted} limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}`,
    values,
  );
}

export async function countAccountRows(
  tx: WorkspaceTx,
  table: AccountTable,
  conditions: readonly AccountCondition[],
): Promise<number> {
  const { where, values } = whereOf(table, conditions);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from ${table}${where}`,
    values,
  );
  return row?.count ?? 0;
}

export function updateAccountRows(
  tx: WorkspaceTx,
  table: AccountTable,
  conditions: readonly AccountCondition[],
  row: AccountRow,
): Promise<AccountRow[]> {
  const { where, values } = whereOf(table, conditions);
  const kept = knownOf(table, row);
  if (kept.length === 0) return tx.query<AccountRow>(`select * from ${table}${where}`, values);
  const set = kept.map(([column], at) => `${column} = $${values.length + at + 1}`).join(", ");
  return tx.query<AccountRow>(`update ${table} set ${set}${where} returning *`, [
    ...values,
    ...kept.map(([, value]) => value),
  ]);
}

export function deleteAccountRows(
  tx: WorkspaceTx,
  table: AccountTable,
  conditions: readonly AccountCondition[],
): Promise<AccountRow[]> {
  const { where, values } = whereOf(table, conditions);
  return tx.query<AccountRow>(`delete from ${table}${where} returning *`, values);
}

function knownOf(table: AccountTable, row: AccountRow): [string, Parameter][] {
  const known: readonly string[] = COLUMNS[table];
  return Object.entries(row).filter(([column, value]) => known.includes(column) && value !== undefined);
}

function columnOf(table: AccountTable, column: string): string {
  const known: readonly string[] = COLUMNS[table];
  if (!known.includes(column)) throw new Error(`${table} has no column "${column}"`);
  return column;
}

function whereOf(
  table: AccountTable,
  conditions: readonly AccountCondition[],
): { where: string; values: Parameter[] } {
  // Nobody may read all rows at once.
  if (conditions.length === 0) throw new Error(`${table}: no condition was given`);
  const values: Parameter[] = [];
  const parts = conditions.map(({ column: asked, operator, value }) => {
    const column = columnOf(table, asked);
    if (value === null) return `${column} is ${operator === "<>" ? "not null" : "null"}`;
    values.push(value);
    if (operator === "in") return `${column} = any($${values.length})`;
    // Emails are compared regardless of case, as in the index.
    if (table === "person" && column === "email") return `lower(email) ${operator} lower($${values.length})`;
    return `${column} ${operator} $${values.length}`;
  });
  return { where: ` where ${parts.join(" and ")}`, values };
}
