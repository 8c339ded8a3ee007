type Ask = (sql: string, parameters: unknown[]) => Promise<unknown>;

/**
 * Has the workers of all processes look for jobs. A NOTIFY in a transaction that writes data would make all of those wait for one
 * lock when they commit, so it comes after them, one at a time. If it fails, or this process is killed before it, the workers look
 * by themselves a moment later.
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
