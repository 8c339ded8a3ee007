import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";

const script = `
  import { runMain } from ${JSON.stringify(new URL("run-main.mjs", import.meta.url).href)};
  await runMain(async () => {
    for (let line = 0; line < 20; line += 1) {
      process.stdout.write("line\\n");
      process.stderr.write("line\\n");
      await new Promise((resolve) => setImmediate(resolve));
    }
    return 7;
  });
`;

it("finishes its work, though nobody reads its output anymore", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 20_000,
  });
  child.stdout.destroy();
  child.stderr.destroy();
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect([code, signal]).toEqual([7, null]);
});
