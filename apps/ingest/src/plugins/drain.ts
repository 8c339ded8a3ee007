import type { FastifyInstance } from "fastify";

export interface Draining {
  /** True from the moment the process is told to stop. */
  readonly now: boolean;
}

/** Records that the app is closing, so that readiness reports it while the last uploads are still read. */
export function drain(app: FastifyInstance): Draining {
  const state = { now: false };
  app.addHook("preClose", async () => {
    state.now = true;
  });
  return state;
}
