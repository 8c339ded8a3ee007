import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFailed } from "vitest";

const END_WITH_PARENT = new URL("end-with-parent.ts", import.meta.url).href;

/** Starts a child that never ends on its own, which writes to the same output. */
const PARENT = `
  import { spawn } from "node:child_process";
  const waits = 'console.log(process.pid); setInterval(() => {}, 1e6);';
  spawn(process.execPath, ["--import", ${JSON.stringify(END_WITH_PARENT)}, "--eval", waits], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
`;

it("a process ends with the parent that started it, even if the parent is killed", async () => {
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", PARENT], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(parent.stdout, "close");
  const [pid] = await once(parent.stdout, "data");
  onTestFailed(() => void process.kill(Number(pid), "SIGKILL"));
  parent.kill("SIGKILL");
  await once(parent, "exit");
  // The output closes only once the child has ended too.
  await closed;
  expect(parent.signalCode).toBe("SIGKILL");
});
