import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const COMMAND = join(import.meta.dirname, "main.ts");
/** Several times what a pipe holds. */
const LINES = 3_000;

/** Writes lines to a pipe as a load tool does, and notes how many it could write and whether the pipe broke. */
const WRITER = `
  const { writeFileSync, writeSync } = require("node:fs");
  const note = { lines: 0, broken: 0 };
  for (let at = 0; at < ${LINES}; at++) {
    try {
      writeSync(1, JSON.stringify({ metric: "http_req_duration", type: "Point", data: { time: "2026-11-21T09:40:10.5Z", value: at % 90, tags: { name: "search", expected_response: "true" } } }).replace(/^{"m/, process.env.START) + "\\n");
      note.lines += 1;
    } catch (error) {
      if (error.code === "EAGAIN") { at--; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); continue; }
      note.broken += 1;
      break;
    }
  }
  writeFileSync(process.env.NOTE, JSON.stringify(note));
`;

let folder: string;
let refusing: Server;
let address: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "headroom-stdin-"));
  refusing = createServer((_incoming, outgoing) => {
    const detail = "No such service.";
    outgoing.writeHead(422, { connection: "close", "content-type": "application/problem+json" }).end(
      JSON.stringify({
        type: "about:blank",
        title: "No",
        status: 422,
        instance: "x",
        code: "target-unreadable",
        detail,
      }),
    );
  });
  refusing.listen(0, "127.0.0.1");
  await once(refusing, "listening");
  address = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  refusing.closeAllConnections();
  refusing.close();
});

interface Piped {
  args: string[];
  start?: string;
  url?: string;
}

/** Runs `writer | headroom upload - …` through a shell, so that both ends share a real pipe. */
async function pipe({ args, start = '{"m', url = address }: Piped) {
  const note = join(folder, `${Math.random()}.json`);
  const child = spawn("sh", ["-c", `"$NODE" -e "$WRITER" | "$NODE" "$COMMAND" upload - ${args.join(" ")}`], {
    env: {
      NODE: process.execPath,
      WRITER,
      COMMAND,
      NOTE: note,
      START: start,
      HEADROOM_URL: url,
      HEADROOM_TOKEN: "token",
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = await once(child, "close");
  return { code, stderr, note: JSON.parse(readFileSync(note, "utf8")) as unknown };
}

const named = ["--service", "shop", "--experiment", "search"];

it.each<[string, Piped, number]>([
  ["the server refuses a stream", { args: [...named, "--raw"] }, 2],
  ["the server refuses its cells", { args: [...named, "--cells"] }, 2],
  ["the server can't be reached", { args: [...named, "--raw"], url: "http://127.0.0.1:9" }, 3],
  ["the format is unknown", { args: [...named, "--cells"], start: "-m" }, 2],
  ["the options are wrong", { args: ["--colour", "red"] }, 2],
])("lets the program that writes to it finish if %s", async (_what, piped, expected) => {
  const { code, stderr, note } = await pipe(piped);
  expect(note).toEqual({ lines: LINES, broken: 0 });
  expect(code).toBe(expected);
  expect(stderr).toContain("headroom: ");
});
