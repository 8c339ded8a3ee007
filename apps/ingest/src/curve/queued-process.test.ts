import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { QueuedProcess } from "./queued-process.ts";

const folder = mkdtempSync(join(tmpdir(), "headroom-orders-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Says what it was told, fails, dies or never answers. */
const script = pathToFileURL(join(folder, "orders.mjs"));
writeFileSync(
  script,
  `let answered = 0;
   process.on("disconnect", () => process.exit());
   process.on("message", (order) => {
     if (order === "die") throw new Error("out of luck");
     if (order === "exit") process.exit(3);
     if (order === "hang") for (;;);
     const all = [];
     if (order === "fill") for (;;) all.push(new Array(100).fill(0));
     const problem = { code: "file-empty", message: order, hint: "Try.", field: null, line: null, byte: null };
     if (order === "fail") process.send({ kind: "failed", problem });
     else process.send({ kind: "done", answer: order + " " + String(++answered) });
   });`,
);
const limits = { heapMb: 32, orderMillis: 60_000, idleMillis: 60_000 };

let child: QueuedProcess<string, string>;
const open = (own: Partial<typeof limits> = {}) => {
  child = new QueuedProcess(script, { ...limits, ...own });
  return child;
};
afterEach(() => child.close());

it("answers one order after another, and workspaces take turns", async () => {
  open();
  const ended: string[] = [];
  const ask = async (workspace: string, order: string) => {
    ended.push(await child.ask(workspace, order));
  };
  await Promise.all([ask("loud", "a"), ask("loud", "b"), ask("loud", "c"), ask("quiet", "d")]);
  expect(ended).toEqual(["a 1", "b 2", "d 3", "c 4"]);
});

it("passes on what went wrong, and goes on", async () => {
  open();
  const failed = child.ask("home", "fail");
  const next = child.ask("home", "a");
  await expect(failed).rejects.toMatchObject({ code: "file-empty", message: "fail", hint: "Try." });
  expect(await next).toBe("a 1");
});

it.each([
  ["die", "The process ended with 1."],
  ["exit", "The process ended with 3."],
  ["fill", "The process ended with SIGABRT."],
])("a process that ends at an order (%s) fails only that one", async (order, words) => {
  open();
  const lost = child.ask("home", order);
  const next = child.ask("home", "a");
  await expect(lost).rejects.toThrow(words);
  expect(await next).toBe("a 1");
});

it("a process that doesn't answer is ended, and fails only what it was at", async () => {
  open({ orderMillis: 3_000 });
  const lost = child.ask("home", "hang");
  const next = child.ask("home", "a");
  await expect(lost).rejects.toThrow("The process didn't answer within 3000 ms.");
  expect(await next).toBe("a 1");
});

it("what is asked of it when it is closed fails", async () => {
  open();
  const [running, waiting] = [child.ask("home", "hang"), child.ask("home", "a")];
  child.close();
  await expect(running).rejects.toThrow("The process was closed.");
  await expect(waiting).rejects.toThrow("The process was closed.");
  expect(child.isRunning).toBe(false);
});

it("ends once it is idle, and starts again", async () => {
  open({ idleMillis: 1 });
  expect(await child.ask("home", "a")).toBe("a 1");
  await vi.waitFor(() => expect(child.isRunning).toBe(false));
  expect(await child.ask("home", "b")).toBe("b 1");
});
