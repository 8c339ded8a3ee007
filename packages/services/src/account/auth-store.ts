import type {
  CleanedWhere,
  createAdapterFactory as CreateAdapterFactory,
  CustomAdapter,
  DBAdapterInstance,
} from "@better-auth/core/db/adapter";
import {
  closeSessionsOf,
  countAccountRows,
  deleteAccountRows,
  insertAccountRow,
  isAccountTable,
  readAccountRows,
  updateAccountRows,
} from "@headroom/db";
import type { AccountCondition, AccountRow, AccountTable } from "@headroom/db";
import type { Services } from "../context.ts";
import { currentFlow, inOneStep, withinFlow } from "./auth-flow.ts";

const OPERATORS: Partial<Record<NonNullable<CleanedWhere["operator"]>, AccountCondition["operator"]>> = {
  eq: "=",
  ne: "<>",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  in: "in",
};

/** How better-auth reads and writes its few tables. Sessions aren't among them. */
export function authStore(
  services: Services,
  createAdapterFactory: typeof CreateAdapterFactory,
): DBAdapterInstance {
  const store: DBAdapterInstance = (options) =>
    createAdapterFactory({
      config: {
        adapterId: "headroom",
        supportsBooleans: true,
        supportsDates: true,
        supportsJSON: false,
        supportsNumericIds: false,
        transaction: (work) => inOneStep(services, () => work(store(options))),
      },
      adapter: ({ getFieldName }) => ({
        ...accountReads(services, (model, field) => getFieldName({ model, field })),
        ...accountWrites(services),
      }),
    })(options);
  return store;
}

type AccountReads = Pick<CustomAdapter, "findOne" | "findMany" | "count">;
type AccountWrites = Omit<CustomAdapter, keyof AccountReads>;

function accountReads(services: Services, columnOf: (model: string, field: string) => string): AccountReads {
  return {
    async findOne<T>({ model, where }: Parameters<CustomAdapter["findOne"]>[0]) {
      if (model === "session") return null;
      const [row] = await withinFlow(services, (tx) =>
        readAccountRows(tx, tableOf(model), conditionsOf(where), { limit: 1 }),
      );
      return (row ?? null) as T | null;
    },
    async findMany<T>({ model, where, limit, offset = 0, sortBy }: Parameters<CustomAdapter["findMany"]>[0]) {
      if (model === "session") return [];
      const order = sortBy && {
        column: columnOf(model, sortBy.field),
        descending: sortBy.direction === "desc",
      };
      const page = { limit, offset, ...(order ? { order } : {}) };
      const rows = await withinFlow(services, (tx) =>
        readAccountRows(tx, tableOf(model), conditionsOf(where), page),
      );
      return rows as T[];
    },
    count: ({ model, where }) =>
      withinFlow(services, (tx) => countAccountRows(tx, tableOf(model), conditionsOf(where))),
  };
}

function accountWrites(services: Services): AccountWrites {
  const updateRows = (model: string, where: CleanedWhere[], update: AccountRow) =>
    withinFlow(services, (tx) => updateAccountRows(tx, tableOf(model), conditionsOf(where), update));
  const deleteRows = (model: string, where: CleanedWhere[]) =>
    withinFlow(services, (tx) => deleteAccountRows(tx, tableOf(model), conditionsOf(where)));
  return {
    async create<T extends Record<string, unknown>>({ model, data }: { model: string; data: T }) {
      if (model === "session") return noteSession(data);
      const table = tableOf(model);
      const row = await withinFlow(services, (tx) => insertAccountRow(tx, table, data as AccountRow));
      const flow = currentFlow();
      if (flow && table === "person") flow.created = true;
      return (row ?? data) as T;
    },
    async update<T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) {
      const [row] = await updateRows(model, where, update as AccountRow);
      return (row ?? null) as T | null;
    },
    updateMany: async ({ model, where, update }) => (await updateRows(model, where, update)).length,
    delete: async ({ model, where }) => {
      await deleteRows(model, where);
    },
    deleteMany: async ({ model, where }) =>
      model === "session" ? closeSessionsWhere(services, where) : (await deleteRows(model, where)).length,
    async consumeOne<T>({ model, where }: { model: string; where: CleanedWhere[] }) {
      const [row] = await deleteRows(model, where);
      return (row ?? null) as T | null;
    },
  };
}

function closeSessionsWhere(services: Services, where: readonly CleanedWhere[]): Promise<number> {
  const owner = where.find(({ field }) => field === "userId")?.value;
  if (typeof owner !== "string" || where.length !== 1) throw new Error("sessions are closed by their person");
  const closing = { personId: owner, at: services.clock(), kept: null };
  return withinFlow(services, (tx) => closeSessionsOf(tx, closing));
}

function noteSession<T extends Record<string, unknown>>(data: T): T {
  const flow = currentFlow();
  const owner = data["userId"];
  if (!flow || typeof owner !== "string") throw new Error("a session was opened outside of a call of ours");
  flow.personId = owner;
  return data;
}

function tableOf(model: string): AccountTable {
  if (!isAccountTable(model)) throw new Error(`accounts have no "${model}"`);
  return model;
}

function conditionsOf(where: readonly CleanedWhere[] = []): AccountCondition[] {
  return where.map(({ field, operator, value, connector }) => {
    const known = OPERATORS[operator ?? "eq"];
    if (known === undefined || connector === "OR")
      throw new Error(`accounts are not searched by "${operator}"`);
    return { column: field, operator: known, value };
  });
}
