import { AsyncLocalStorage } from "node:async_hooks";
import type { WorkspaceTx } from "@headroom/db";
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

/** The flow that the caller belongs to. */
export function currentFlow(): AuthFlow | undefined {
  return flows.getStore();
}

/** Runs a step in its flow's transaction, or in its own if the flow has none. */
export function withinFlow<T>(services: Services, work: (tx: WorkspaceTx) => Promise<T>): Promise<T> {
  const tx = flows.getStore()?.tx;
  return tx ? work(tx) : services.db.asAccounts(work);
}

/** Runs several steps in one transaction, also in a flow that goes step by step. */
export function inOneStep<T>(services: Services, work: () => Promise<T>): Promise<T> {
  const flow = flows.getStore();
  if (!flow || flow.tx) return work();
  return services.db.asAccounts(async (tx) => {
    const inner = { ...flow, tx };
    const answer = await flows.run(inner, work);
    Object.assign(flow, { ...inner, tx: null });
    return answer;
  });
}
