type Ask = (sql: string, parameters: unknown[]) => Promise<unknown>;

/**
 * Tells the workers of all processes to look for jobs. A NOTIFY inside a transaction makes every such transaction wait for one
 * database-wide lock when it commits, so it is sent afterwards, one at a time. If it is lost, the workers' own polling finds the
 * job within two seconds.
 */
export function createWaking(ask: Ask): (jobs: number) => void {
  let due = 0;
  let isAsking = false;
  async function askAll(): Promise<void> {
    isAsking = true;
    while (due > 0) {
      const count = due;
      due = 0;
      await ask("select pg_notify('jobs:insert', $1)", [JSON.stringify({ count })]).catch(() => undefined);
    }
    isAsking = false;
  }
  return (jobs) => {
    due += jobs;
    if (jobs > 0 && !isAsking) void askAll();
  };
}
