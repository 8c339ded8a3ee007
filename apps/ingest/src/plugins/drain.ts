import type { FastifyInstance } from "fastify";

export interface Draining {
  /** True from the moment on which the process is told to stop. */
  readonly now: boolean;
}

/** Notes that the app is closing, so that readiness can say it while the last uploads are still being read. */
export function drain(app: FastifyInstance): Draining {
  const state = { now: false };
  app.addHook("preClose", async () => {
    state.now = true;
  });
  return state;
}
