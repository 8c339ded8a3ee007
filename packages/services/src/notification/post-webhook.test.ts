import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { isPrivateAddress, webhookPoster } from "./post-webhook.ts";
import { problemWords } from "./problem-words.ts";

describe("addresses that only this server reaches", () => {
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.31.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "255.255.255.255",
    "::1",
    "::",
    "fd00::1",
    "fe80::1",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "2001::a00:1",
    "2002:a00:1::1",
    "fec0::1",
    "localhost",
  ])("%s is one", (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2001:4860:4860::8888", "2003::1", "::ffff:8.8.8.8"])(
    "%s isn't",
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});

describe("a webhook is posted", () => {
  /** Answers with a status, and returns what arrived. */
  async function receive(
    status: number,
    work: (url: string) => Promise<unknown>,
    headers: Record<string, string> = {},
  ) {
    const arrived: string[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        arrived.push(`${request.method} ${request.url} ${String(request.headers["x-one"])} ${body}`);
        response.writeHead(status, { location: "/elsewhere", ...headers }).end("long".repeat(10_000));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const outcome = await work(`127.0.0.1:${port}`).then(
      () => "accepted",
      (error: unknown) => String(error),
    );
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return { arrived, outcome };
  }
  const webhook = (url: string) => ({ url, body: "{}", headers: { "x-one": "1" } });

  it("as it is, and a refusal is retried", async () => {
    const post = webhookPoster({ allowPrivate: true });
    expect(await receive(204, (host) => post(webhook(`http://${host}/hook`)))).toEqual({
      arrived: ["POST /hook 1 {}"],
      outcome: "accepted",
    });
    expect((await receive(500, (host) => post(webhook(`http://${host}/hook`)))).outcome).toContain("500");
  });

  it.each([
    ["2", 2],
    ["0.7", 1],
    ["Wed, 21 Oct 2026 07:28:00 GMT", null],
    ["-5", null],
    ["", null],
  ])("and Retry-After: %o asks for %o seconds", async (header, seconds) => {
    const post = webhookPoster({ allowPrivate: true });
    const refused = (host: string) =>
      expect(post(webhook(`http://${host}/hook`))).rejects.toMatchObject({
        status: 429,
        retryAfterSeconds: seconds,
      });
    expect((await receive(429, refused, { "retry-after": header })).outcome).toBe("accepted");
  });

  it("without following redirects", async () => {
    const post = webhookPoster({ allowPrivate: true });
    const { arrived, outcome } = await receive(302, (host) => post(webhook(`http://${host}/hook`)));
    expect(arrived).toHaveLength(1);
    expect(outcome).toContain("302");
  });

  it("and never to a private address, by number or by name", async () => {
    const post = webhookPoster({ allowPrivate: false });
    for (const name of [
      "127.0.0.1",
      "localhost",
      "localhost.",
      "[::1]",
      "[fec0::1]",
      "2130706433",
      "0x7f.1",
    ]) {
      let words = "";
      const { arrived, outcome } = await receive(204, async (host) => {
        await post(webhook(`http://${name}:${host.split(":").at(-1)}/hook`)).catch((error: unknown) => {
          words = problemWords(error);
        });
      });
      expect(arrived, name).toEqual([]);
      expect(outcome, name).toBe("accepted");
      expect(words, name).toBe("Its address doesn't exist or can't be reached from this server.");
    }
  });
});
