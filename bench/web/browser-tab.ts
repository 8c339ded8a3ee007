import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A tab of a headless browser, over its own protocol. */
export interface BrowserTab {
  send: (method: string, parameters?: object) => Promise<Record<string, unknown>>;
  /** Runs an expression in the page, and waits for its promise. */
  evaluate: (expression: string) => Promise<unknown>;
  close: () => Promise<void>;
}

export async function openBrowserTab(binary: string): Promise<BrowserTab> {
  const profile = await mkdtemp(join(tmpdir(), "headroom-tab-"));
  const options = ["--headless", "--no-sandbox", "--remote-debugging-port=0", "--window-size=1920,1080"];
  const browser = spawn(binary, [...options, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const port = await portOf(browser.stderr);
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Target[];
  const page = targets.find(({ type }) => type === "page");
  if (page === undefined) throw new Error("the browser has no page");
  const socket = new WebSocket(page.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  const send = senderOf(socket);
  return {
    send,
    evaluate: (expression) => evaluateIn(send, expression),
    async close() {
      socket.close();
      browser.kill();
      await once(browser, "exit");
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Target {
  type: string;
  webSocketDebuggerUrl: string;
}

async function portOf(stderr: NodeJS.ReadableStream): Promise<string> {
  let said = "";
  for await (const part of stderr) {
    said += String(part);
    const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    if (port !== undefined) return port;
  }
  throw new Error(`the browser ended: ${said}`);
}

interface Reply {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

function senderOf(socket: WebSocket): BrowserTab["send"] {
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    waiting.get(reply.id ?? 0)?.(reply);
    waiting.delete(reply.id ?? 0);
  });
  return async (method, parameters = {}) => {
    const id = (last += 1);
    const answered = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params: parameters }));
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
}

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

async function evaluateIn(send: BrowserTab["send"], expression: string): Promise<unknown> {
  const options = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails: wrong } = (await send(
    "Runtime.evaluate",
    options,
  )) as unknown as Evaluated;
  if (wrong !== undefined) throw new Error(wrong.exception?.description ?? wrong.text);
  return result.value;
}
