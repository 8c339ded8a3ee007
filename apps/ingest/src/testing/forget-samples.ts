import type { TestApp } from "./test-app.ts";

/** What is sent next to the home workspace counts, although runs of it have the same samples. */
export async function forgetSamples({ test, home }: Pick<TestApp, "test" | "home">): Promise<void> {
  await test.db.inWorkspace(home.workspaceId, (tx) => tx.query("update part set samples_digest = null"));
}
