import { createServer } from "node:net";
import type { Server } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createInvitation, createMailer } from "@headroom/services";
import type { JobsLog } from "@headroom/services";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";
import { startJobs } from "./start-jobs.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const quiet: JobsLog = { debug: () => undefined, warn: () => undefined, error: () => undefined };

async function invite(email: string): Promise<string> {
  const mailer = createMailer({ secret: test.deps.secret, webUrl: test.deps.webUrl });
  const { path } = await createInvitation({
    ctx: test.home.owner,
    mailer,
    input: { email, role: "viewer" },
  });
  return path;
}

/** Understands as much SMTP as one email needs, and records it. */
async function smtpServer(): Promise<{ server: Server; url: string; told: () => string }> {
  let told = "";
  const server = createServer((socket) => {
    let inBody = false;
    socket.setEncoding("utf8").write("220 test\r\n");
    socket.on("data", (text: string) => {
      told += text;
      if (inBody) {
        if (!told.includes("\r\n.\r\n")) return;
        inBody = false;
        socket.write("250 kept\r\n");
      } else if (text.startsWith("DATA")) {
        inBody = true;
        socket.write("354 go on\r\n");
      } else socket.write(text.startsWith("QUIT") ? "221 bye\r\n" : "250 ok\r\n");
    });
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { server, url: `smtp://127.0.0.1:${address.port}`, told: () => told };
}

describe("a mail", () => {
  it("is printed where no SMTP is set up, with its link", async () => {
    const path = await invite("printed@mail.example");
    const warn = vi.fn<JobsLog["warn"]>();
    const jobs = startJobs(test.deps, { ...quiet, warn });
    await vi.waitFor(() => expect(JSON.stringify(warn.mock.calls)).toContain(path), { timeout: 10_000 });
    await jobs.stop();
  });

  it("leaves by SMTP where that is set up", async () => {
    const smtp = await smtpServer();
    const path = await invite("sent@mail.example");
    const jobs = startJobs({ ...test.deps, smtp: { url: smtp.url, from: "Headroom <a@b.example>" } }, quiet);
    await vi.waitFor(() => expect(smtp.told()).toContain("\r\n.\r\n"), { timeout: 10_000 });
    await jobs.stop();
    smtp.server.close();
    expect(smtp.told()).toContain("RCPT TO:<sent@mail.example>");
    expect(smtp.told().replaceAll("=\r\n", "")).toContain(path);
  });
});
