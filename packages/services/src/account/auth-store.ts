import { AsyncLocalStorage } from "node:async_hooks";
import type {
  CleanedWhere,
  DBAdapterInstance,
  createAdapterFactory as CreateAdapterFactory,
} from "@better-auth/core/db/adapter";
import {
  closeSessionsOf,
  countAccountRows,
  deleteAccountRows,
  insertAccountRow,
  isAccountTable,
  readAccountRows,
  updateAccountRows,
  type AccountCondition,
  type AccountRow,
  type AccountTable,
  type WorkspaceTx,
} from "@headroom/db";
import type { Services } from "../context.ts";

/** What one call to better-auth did. It signals success by opening a session, and we open our own session instead. */
export interface AuthFlow {
  tx: WorkspaceTx | null;
  /** The person it let in. */
  personId: string | null;
  /** A new person. */
  created: boolean;
  /** The secret of a password reset, if the account exists. */
  reset: { token: string; email: string } | null;
  /** The person whose password was reset with such a secret. */
  resetPersonId: string | null;
}

const flows = new AsyncLocalStorage<AuthFlow>();

/** Runs calls to better-auth in one transaction, with everything they cause. */
export function inAccounts<T>(
  services: Services,
  work: (flow: AuthFlow, tx: WorkspaceTx) => Promise<T>,
): Promise<T> {
  return services.db.asAccounts((tx) => {
    const flow = newFlow(tx);
    return flows.run(flow, () => work(flow, tx));
  });
}

/** Like the function above, but each step has its own transaction: a call that waits for the network holds no connection. */
export function stepByStep<T>(work: (flow: AuthFlow) => Promise<T>): Promise<T> {
  const flow = newFlow(null);
  return flows.run(flow, () => work(flow));
}

const newFlow = (tx: WorkspaceTx | null): AuthFlow => ({
  tx,
  personId: null,
  created: false,
  reset: null,
  resetPersonId: null,
});

/** Collects what better-auth reports through callbacks. */
export function noteInFlow(noted: Partial<Pick<AuthFlow, "reset" | "resetPersonId">>): void {
  const flow = flows.getStore();
  if (!flow) throw new Error("accounts were changed outside of a call of ours");
  Object.assign(flow, noted);
}

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
  const within = <T>(work: (tx: WorkspaceTx) => Promise<T>): Promise<T> => {
    const tx = flows.getStore()?.tx;
    return tx ? work(tx) : services.db.asAccounts(work);
  };
  const store: DBAdapterInstance = (options) =>
    createAdapterFactory({
      config: {
        adapterId: "headroom",
        supportsBooleans: true,
        supportsDates: true,
        supportsJSON: false,
        supportsNumericIds: false,
        transaction: (work) => {
          const flow = flows.getStore();
          if (!flow || flow.tx) return work(store(options));
          return services.db.asAccounts(async (tx) => {
            const inner = { ...flow, tx };
            const answer = await flows.run(inner, () => work(store(options)));
            Object.assign(flow, { ...inner, tx: null });
            return answer;
          });
        },
      },
      adapter: ({ getFieldName }) => ({
        async create<T extends Record<string, unknown>>({ model, data }: { model: string; data: T }) {
          if (model === "session") return noteSession(data);
          const table = tableOf(model);
          const row = await within((tx) => insertAccountRow(tx, table, data as AccountRow));
          const flow = flows.getStore();
          if (flow && table === "person") flow.created = true;
          return (row ?? data) as T;
        },
        findOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) => {
          if (model === "session") return null;
          const [row] = await within((tx) =>
            readAccountRows(tx, tableOf(model), conditionsOf(where), { limit: 1 }),
          );
          return (row ?? null) as T | null;
        },
        findMany: async <T>({
          model,
          where,
          limit,
          offset,
          sortBy,
        }: {
          model: string;
          where?: CleanedWhere[] | undefined;
          limit: number;
          offset?: number | undefined;
          sortBy?: { field: string; direction: "asc" | "desc" } | undefined;
        }) => {
          if (model === "session") return [];
          const rows = await within((tx) =>
            readAccountRows(tx, tableOf(model), conditionsOf(where ?? []), {
              limit,
              offset: offset ?? 0,
              ...(sortBy
                ? {
                    order: {
                      column: getFieldName({ model, field: sortBy.field }),
                      descending: sortBy.direction === "desc",
                    },
                  }
                : {}),
            }),
          );
          return rows as T[];
        },
        count: ({ model, where }) =>
          within((tx) => countAccountRows(tx, tableOf(model), conditionsOf(where ?? []))),
        update: async <T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) => {
          const [row] = await within((tx) =>
            updateAccountRows(tx, tableOf(model), conditionsOf(where), update as AccountRow),
          );
          return (row ?? null) as T | null;
        },
        updateMany: async ({ model, where, update }) => {
          const rows = await within((tx) =>
            updateAccountRows(tx, tableOf(model), conditionsOf(where), update),
          );
          return rows.length;
        },
        delete: async ({ model, where }) => {
          await within((tx) => deleteAccountRows(tx, tableOf(model), conditionsOf(where)));
        },
        deleteMany: async ({ model, where }) => {
          if (model === "session") return closeSessionsWhere(where);
          const rows = await within((tx) => deleteAccountRows(tx, tableOf(model), conditionsOf(where)));
          return rows.length;
        },
        consumeOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) => {
          const [row] = await within((tx) => deleteAccountRows(tx, tableOf(model), conditionsOf(where)));
          return (row ?? null) as T | null;
        },
      }),
    })(options);

  function closeSessionsWhere(where: readonly CleanedWhere[]): Promise<number> {
    const owner = where.find(({ field }) => field === "userId")?.value;
    if (typeof owner !== "string" || where.length !== 1)
      throw new Error("sessions are closed by their person");
    return within((tx) => closeSessionsOf(tx, { personId: owner, at: services.clock(), kept: null }));
  }
  return store;
}

function noteSession<T extends Record<string, unknown>>(data: T): T {
  const flow = flows.getStore();
  const owner = data["userId"];
  if (!flow || typeof owner !== "string") throw new Error("a session was opened outside of a call of ours");
  flow.personId = owner;
  return data;
}

function tableOf(model: string): AccountTable {
  if (!isAccountTable(model)) throw new Error(`accounts have no "${model}"`);
  return model;
}

function conditionsOf(where: readonly CleanedWhere[]): AccountCondition[] {
  return where.map(({ field, operator, value, connector }) => {
    const known = OPERATORS[operator ?? "eq"];
    if (known === undefined || connector === "OR")
      throw new Error(`accounts are not searched by "${operator}"`);
    return { column: field, operator: known, value };
  });
}
