import { request as httpRequest } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { connect } from "node:net";
import { json } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import { buildApp } from "./build-app.ts";
import { jtl } from "./testing/jtl.ts";
import { resultFile } from "./testing/result-files.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";
import { until } from "./testing/until.ts";

const SLOW_CLIENTS = 24;

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ uploadsAtOnce: 2 * (SLOW_CLIENTS + 1) });
});
afterAll(() => world.close());

const file = jtl({ rows: 2_000 });
const path = "/v1/runs?service=S&experiment=E";

/** What a socket receives until the server closes it. */
async function exchange(sent: string): Promise<string> {
  const { port, hostname } = new URL(world.address);
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  let answers = "";
  socket.on("data", (text: string) => {
    answers += text;
  });
  // A request refused before its end may be followed by a reset, after the response that says why.
  socket.on("error", () => undefined);
  socket.write(sent);
  await new Promise((resolve) => socket.on("close", resolve));
  return answers;
}

const upload = (headers: string[], body: string) =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    `Authorization: Bearer ${world.home.ingestToken}`,
    ...headers,
    "",
    body,
  ].join("\r\n");
const statusesIn = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
const codesIn = (answers: string) => [...answers.matchAll(/"code":"([a-z-]+)"/g)].map(([, code]) => code);

describe("a connection whose upload was refused before its end", () => {
  const junk = "no result,at all\n".repeat(300_000);
  const form = `--B\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${junk}\r\n--B--\r\n`;
  it.each([
    ["a file", [], junk, "format-unknown"],
    ["a compressed one", ["Content-Encoding: gzip"], junk, "encoding-broken"],
    ["a form", ["Content-Type: multipart/form-data; boundary=B"], form, "format-unknown"],
  ])("serves the next request when it was %s", async (_what, headers, body, code) => {
    const refused = upload([...headers, `Content-Length: ${body.length}`], body);
    const next = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const answers = await exchange(refused + next);
    expect([statusesIn(answers).slice(1), codesIn(answers)]).toEqual([[200], [code]]);
  });
});

describe("a request that Node would answer itself", () => {
  it("gets a problem if it has no Host header", async () => {
    const answers = await exchange("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n");
    expect([statusesIn(answers), codesIn(answers)]).toEqual([[400], ["parameter-missing"]]);
    expect(answers).toContain("application/problem+json");
    const old = await exchange("GET /healthz HTTP/1.0\r\n\r\n");
    expect(statusesIn(old)).toEqual([200]);
  });

  it("is answered as usual if it expects something unknown", async () => {
    const asked = "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: other\r\nConnection: close\r\n\r\n";
    expect(statusesIn(await exchange(asked))).toEqual([200]);
  });
});

describe("a request with an invalid length", () => {
  // Small enough for the server to read completely, so that no reset overtakes its response.
  const body = file.slice(0, 500);
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  it.each([
    ["a negative length", ["Content-Length: -5"], body],
    ["a length that is not a number", ["Content-Length: many"], body],
    ["two lengths", ["Content-Length: 5", "Content-Length: 6"], body],
    ["a length and chunks", ["Content-Length: 5", "Transfer-Encoding: chunked"], chunk],
    ["chunks without a size", ["Transfer-Encoding: chunked"], `size\r\n${body}`],
    ["a chunk and then something else", ["Transfer-Encoding: chunked"], `${chunk}nonsense\r\n`],
    ["a chunk larger than any number", ["Transfer-Encoding: chunked"], `${"F".repeat(20)}\r\n${body}`],
  ])("is refused: %s", async (_what, headers, sent) => {
    const answers = await exchange(upload(headers, sent));
    expect([statusesIn(answers), codesIn(answers)]).toEqual([[400], ["parameter-unreadable"]]);
  });

  it("is refused immediately if its header announces more than is allowed", async () => {
    const answers = await exchange(upload(["Content-Length: 9007199254740991", "Connection: close"], ""));
    expect([statusesIn(answers)[0], codesIn(answers)[0]]).toEqual([413, "body-too-large"]);
  });

  it("is the first of two where another follows", async () => {
    const first = upload([`Content-Length: ${file.length}`], file);
    const last = upload([`Content-Length: ${file.length}`, "Connection: close"], file);
    expect(statusesIn(await exchange(first + last))).toEqual([201, 201]);
  });
});

interface Part {
  name?: string;
  filename?: string | null;
  content?: string | Buffer;
}

function formOf(parts: Part[], boundary = "B"): Buffer {
  const written = parts.map(({ name = "file", filename = "a.jtl", content = file }) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
      Buffer.from(`${filename === null ? "" : `; filename="${filename}"`}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from("\r\n"),
    ]),
  );
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}

async function postForm(payload: Buffer, boundary = "B", headers: Record<string, string> = {}) {
  const answered = await world.app.inject({
    method: "POST",
    url: path,
    headers: {
      authorization: `Bearer ${world.home.ingestToken}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload,
  });
  return { status: answered.statusCode, body: answered.json<Record<string, unknown>>() };
}

const TOO_MANY = "The form contains more than 20 files.";

describe("a form that is odd", () => {
  const stats = resultFile("locust-stats", "shop_stats");
  const many = (count: number) => formOf(Array.from({ length: count }, () => ({ content: stats })));
  const whole = formOf([{}]);
  it.each<[string, () => ReturnType<typeof postForm>, number, Record<string, unknown>]>([
    ["no bytes", () => postForm(Buffer.alloc(0)), 422, { code: "file-empty" }],
    ["no part", () => postForm(Buffer.from("--B--\r\n")), 422, { code: "file-empty" }],
    ["another boundary", () => postForm(whole, "C"), 422, { code: "file-truncated" }],
    [
      "a boundary of 300 letters",
      () => postForm(formOf([{}], "B".repeat(300)), "B".repeat(300)),
      400,
      { code: "parameter-unreadable", field: "Content-Type" },
    ],
    [
      "an end in its head",
      () => postForm(Buffer.from("--B\r\nContent-Dispo")),
      422,
      { code: "file-truncated" },
    ],
    ["an end in its file", () => postForm(whole.subarray(0, 90_000)), 422, { code: "file-truncated" }],
    [
      "compression as a whole",
      () => postForm(gzipSync(whole), "B", { "content-encoding": "gzip" }),
      415,
      { code: "encoding-unsupported", field: "Content-Encoding" },
    ],
    ["21 files", () => postForm(many(21)), 400, { code: "parameter-unreadable", detail: TOO_MANY }],
    [
      "a field",
      () => postForm(formOf([{ filename: null, name: "x".repeat(500) }])),
      400,
      { code: "parameter-unreadable", field: "x".repeat(100) },
    ],
    [
      "a field without a name",
      () => postForm(Buffer.from("--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--\r\n")),
      400,
      { code: "parameter-unreadable", detail: 'The form has a field "", but forms may contain only files.' },
    ],
    [
      "a name that is none",
      () => postForm(formOf([{ name: "__proto__" }])),
      400,
      { code: "parameter-unreadable" },
    ],
    ["an empty file", () => postForm(formOf([{ content: "" }])), 422, { code: "file-empty" }],
    [
      "an empty file beside another",
      () => postForm(formOf([{ content: stats }, { filename: "b.csv", content: "" }])),
      422,
      { code: "file-empty", detail: "b.csv: The file is empty (0 bytes)." },
    ],
  ])("is refused: %s", async (_what, attempt, status, expected) => {
    expect((await attempt()).body).toMatchObject({ status, ...expected });
  });

  it.each<[string, () => ReturnType<typeof postForm>, number]>([
    ["a file without a name", () => postForm(formOf([{ filename: "" }])), 2_000],
    ["a name that is a path", () => postForm(formOf([{ filename: "../../etc/passwd" }])), 2_000],
    ["a name of 10,000 letters", () => postForm(formOf([{ filename: "n".repeat(10_000) }])), 2_000],
    [
      "words around it",
      () => postForm(Buffer.concat([Buffer.from("words\r\n"), whole, Buffer.from("words")])),
      2_000,
    ],
  ])("is taken: %s", async (_what, attempt, requests) => {
    const { status, body } = await attempt();
    expect(status).toBe(201);
    expect(runAnswer.parse(body).summary.requests).toBe(requests);
  });
});

describe("a form of 100,000 parts", () => {
  const disposition = (rest: string) => `Content-Disposition: ${rest}\r\n\r\n`;
  const stats = resultFile("locust-stats", "shop_stats").toString();
  it.each([
    ["files", disposition('form-data; name="f"; filename="a.csv"') + stats],
    ["empty files", disposition('form-data; name="f"; filename="a.csv"')],
    ["parts that are no fields", disposition("attachment")],
    ["parts without a head", "\r\n"],
  ])("is refused as soon as it has too many, without its rest: %s", async (_what, part) => {
    const client = httpRequest(`${world.address}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${world.home.ingestToken}`,
        "content-type": 'multipart/form-data; boundary="B"',
        "content-length": part.length * 100_000,
      },
    });
    client.on("error", () => undefined);
    // The 22nd delimiter, and then nothing more: the answer can't have read the rest.
    client.write(`${`--B\r\n${part}\r\n`.repeat(21)}--B\r\n`);
    const response = await new Promise<IncomingMessage>((resolve) => client.once("response", resolve));
    expect(await json(response)).toMatchObject({ code: "parameter-unreadable", detail: TOO_MANY });
    client.destroy();
  });
});

describe("the share of bad lines", () => {
  it.each([
    [0, 1, 422],
    [0.5, 999, 201],
    [0.5, 1_001, 422],
  ])("is %f when it is set so: %i of 2,000 lines answer %i", async (badLinesShare, bad, status) => {
    const { app } = buildApp({ ...world.deps, importLimits: { ...world.deps.importLimits, badLinesShare } });
    const lines = file.trimEnd().split("\n");
    const payload = lines.map((line, at) => (at > 0 && at <= bad ? "bad" : line)).join("\n");
    const headers = { authorization: `Bearer ${world.home.ingestToken}` };
    const answered = await app.inject({ method: "POST", url: path, headers, payload });
    expect(answered.statusCode).toBe(status);
    await app.close();
  });
});

describe("clients that send a byte at a time", () => {
  it("hold no connection to the database, however many there are", async () => {
    const head = file.slice(0, 80_000);
    const clients = Array.from({ length: SLOW_CLIENTS }, begin);
    for (const { client } of clients) client.write(head);
    await until(async () => (await count("part where state = 'writing'")) === SLOW_CLIENTS);
    for (const byte of file.slice(80_000, 80_020)) {
      for (const { client } of clients) client.write(byte);
      const busy = `pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and (state <> 'idle' or xact_start is not null) and backend_type = 'client backend'`;
      await until(async () => (await count(busy)) === 0);
    }
    const quick = await exchange(upload([`Content-Length: ${file.length}`, "Connection: close"], file));
    expect(statusesIn(quick)).toEqual([201]);
    for (const { client } of clients) client.end(file.slice(80_020));
    const statuses = await Promise.all(clients.map(({ status }) => status));
    expect(statuses).toEqual(Array.from(clients, () => 201));
  });

  function begin(): { client: ClientRequest; status: Promise<number> } {
    const headers = { authorization: `Bearer ${world.home.ingestToken}` };
    const client = httpRequest(`${world.address}${path}`, { method: "POST", headers });
    const status = new Promise<number>((resolve, reject) => {
      client.on("error", reject);
      client.on("response", (response) => resolve(response.resume().statusCode ?? 0));
    });
    return { client, status };
  }

  async function count(from: string): Promise<number> {
    return world.test.db.asJobs(async (tx) => {
      const [row] = await tx.query<{ count: number }>(`select count(*) as count from ${from}`);
      return row?.count ?? 0;
    });
  }
});
