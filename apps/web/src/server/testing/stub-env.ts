import { afterAll, vi } from "vitest";

export const TEST_SECRET = "a-secret-of-this-test-and-of-nothing-else";

/** Sets what the app needs as it loads: call it before importing the router. Test files share a process, so it is undone. */
export function stubEnv(): void {
  vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none");
  vi.stubEnv("HEADROOM_SECRET", TEST_SECRET);
  afterAll(() => void vi.unstubAllEnvs());
}
