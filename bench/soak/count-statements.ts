import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensureEngine, startLocalDatabase } from "@headroom/local-db";

/** What a database was asked since the last time that somebody looked. */
interface StatementCounts {
  statements: number;
  transactions: number;
  /** How often the statement came that each read of the view has once. */
  views: number;
}

/** A database that counts its statements. That takes a library which it has to load when it starts. */
export async function startCountingDatabase(dataDir: string): ReturnType<typeof startLocalDatabase> {
  const options = { dataDir, port: 0, log: () => undefined };
  const database = await startLocalDatabase(options);
  const admin = await SqlShell.open(database.adminUrl);
  await admin.ask("alter system set shared_preload_libraries = timescaledb, pg_stat_statements");
  await database.stop();
  return startLocalDatabase(options);
}

/** Counts what all processes ask of the database. */
export class StatementCounter {
  readonly #admin: SqlShell;

  private constructor(admin: SqlShell) {
    this.#admin = admin;
  }

  static async open(adminUrl: string, databaseUrl: string): Promise<StatementCounter> {
    const url = new URL(adminUrl);
    url.pathname = new URL(databaseUrl).pathname;
    const admin = await SqlShell.open(url.href);
    await admin.ask("create extension if not exists pg_stat_statements");
    return new StatementCounter(admin);
  }

  async reset(): Promise<void> {
    await this.#admin.ask("select pg_stat_statements_reset()");
  }

  /** `view`: a part of the statement that each read of the view has once. */
  async counts(view: string): Promise<StatementCounts> {
    const [statements = 0, transactions = 0, views = 0] = await this.#admin.ask(
      `select coalesce(sum(calls) filter (where query !~* '^(begin|commit|rollback|set |deallocate)'), 0),
         coalesce(sum(calls) filter (where query ~* '^commit'), 0),
         coalesce(sum(calls) filter (where position(:'view' in query) > 0), 0)
       from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())`,
      { view },
    );
    return { statements, transactions, views };
  }
}

/** Only the superuser may count, and the product never connects as one. */
export class SqlShell {
  readonly #psql: string;
  readonly #url: string;

  private constructor(psql: string, url: string) {
    this.#psql = psql;
    this.#url = url;
  }

  static async open(adminUrl: string | null): Promise<SqlShell> {
    const engine = await ensureEngine({ log: () => undefined });
    if (engine === null || adminUrl === null)
      throw new Error("the database runs in a container, so its statements can't be counted");
    return new SqlShell(join(engine.binFolder, "psql"), adminUrl);
  }

  /** The numbers of the first row. */
  async ask(sql: string, variables: Readonly<Record<string, string>> = {}): Promise<number[]> {
    const given = Object.entries(variables).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
    const how = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1"];
    const asked = promisify(execFile)(this.#psql, [...how, ...given, "--dbname", this.#url]);
    // Variables are replaced in what psql reads, not in --command.
    asked.child.stdin?.end(`${sql};\n`);
    const { stdout } = await asked;
    return stdout.trim().split("|").map(Number);
  }
}
