import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import type { ClientRequest } from "node:http";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import type { RunAnswer } from "@headroom/contract";
import { JTL_HEADER, jtl, jtlRows } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";
import { until } from "../testing/until.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ uploadsAtOnce: 4 });
});
afterAll(() => world.close());

const file = jtl({ rows: 5_000 });

interface Answered {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Record<string, unknown>;
}

/** An upload that the test controls: only what it writes is sent. */
function begin(
  query: string,
  headers: Record<string, string> = {},
): { client: ClientRequest; answered: Promise<Answered> } {
  const client = httpRequest(`${world.address}/v1/runs?service=Checkout&${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.home.ingestToken}`, ...headers },
  });
  const answered = new Promise<Answered>((resolve, reject) => {
    client.on("error", reject);
    client.on("response", (response) => {
      response
        .setEncoding("utf8")
        .toArray()
        .then(
          (text: string[]) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: JSON.parse(text.join("")) as Record<string, unknown>,
            }),
          reject,
        );
    });
  });
  return { client, answered };
}

const write = (client: ClientRequest, bytes: string | Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    client.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });

async function send(
  query: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const { client, answered } = begin(query, headers);
  client.end(body);
  return answered;
}

function figuresOf({ body }: Answered): RunAnswer["summary"] {
  return runAnswer.parse(body).summary;
}

async function count(table: "part" | "run" | "run_cell"): Promise<number> {
  return world.test.db.asJobs(async (tx) => {
    const [row] = await tx.query<{ count: number }>(`select count(*) as count from ${table}`);
    return row?.count ?? 0;
  });
}

describe("uploads over real sockets", () => {
  it("gives the same figures wherever the chunks begin and end", async () => {
    const small = jtl({ rows: 60, perSecond: 2 });
    const whole = figuresOf(await send("experiment=whole", small));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4_000 }), async (size) => {
        const { client, answered } = begin("experiment=chunks");
        for (let at = 0; at < small.length; at += size) await write(client, small.slice(at, at + size));
        client.end();
        expect(figuresOf(await answered)).toEqual(whole);
      }),
      { numRuns: 8 },
    );
  });

  it("reads dates in the zone that its uploader says, and refuses an unknown one", async () => {
    const dated = jtl({ rows: 200 }).replaceAll(/^(\d{13})(?=,)/gm, (millis) =>
      new Date(Number(millis)).toISOString().replace("T", " ").replace("Z", ""),
    );
    const startOf = async (zone: string) =>
      runAnswer.parse((await send(`experiment=zone${zone}`, dated)).body).run.startedAt;
    expect(await startOf("")).toBe("2023-11-14T22:13:20.000Z");
    expect(await startOf("&zone=Europe%2FBerlin")).toBe("2023-11-14T21:13:20.000Z");
    expect(await send("experiment=zone&zone=Mars", dated)).toMatchObject({
      status: 400,
      body: { code: "zone-unknown", field: "zone" },
    });
  });

  it("refuses parameters that make no difference to the file", async () => {
    expect(await send("experiment=unused&unit=ms", file)).toMatchObject({
      status: 400,
      body: { code: "parameter-unused", field: "unit" },
    });
  });

  it("is of the load that its uploader says: an open one hides no stall", async () => {
    const reasonsOf = async (query: string) => runAnswer.parse((await send(query, file)).body).proof.reasons;
    expect((await reasonsOf("experiment=Closed")).join(" ")).toContain("coordinated omission");
    expect((await reasonsOf("experiment=Open&load=open")).join(" ")).not.toContain("coordinated omission");
    expect(await send("experiment=Open&load=half", file)).toMatchObject({
      status: 400,
      body: { code: "parameter-unreadable", field: "load" },
    });
  });

  it("gives the same figures compressed and not", async () => {
    const plain = figuresOf(await send("experiment=plain", file));
    const gzip = gzipSync(file);
    expect(figuresOf(await send("experiment=gzip", gzip, { "content-encoding": "gzip" }))).toEqual(plain);
    expect(figuresOf(await send("experiment=magic", gzip))).toEqual(plain);
  });

  it("merges two generators that upload at the same time into exactly the whole", async () => {
    const rows = jtlRows({ rows: 4_000 });
    const whole = figuresOf(await send("experiment=one", `${JTL_HEADER}\n${rows.join("\n")}\n`));
    const part = (parity: number) =>
      `${JTL_HEADER}\n${rows.filter((_, at) => at % 2 === parity).join("\n")}\n`;
    const [a, b] = await Promise.all([
      send("experiment=two&run=r1&generator=a", part(0)),
      send("experiment=two&run=r1&generator=b", part(1)),
    ]);
    const runs = [a, b].map(({ body }) => runAnswer.parse(body).run.id);
    expect(new Set(runs).size).toBe(1);
    const read = await world.app.inject({
      url: `/v1/runs/${runs[0] ?? ""}`,
      headers: { authorization: `Bearer ${world.home.readToken}` },
    });
    expect(runAnswer.parse(read.json()).summary).toEqual(whole);
  });
});

const FIXTURES = new URL("../../../../packages/formats/src/file/", import.meta.url);

function locust(format: string, name: string): string {
  return readFileSync(new URL(`${format}/fixtures/${name}`, FIXTURES), "utf8");
}

describe("a form", () => {
  const form = (...parts: [name: string, content: string | Blob][]) => {
    const data = new FormData();
    for (const [name, content] of parts) {
      if (typeof content === "string") data.append(name, content);
      else data.append(name, content, "results.jtl");
    }
    return data;
  };
  const post = async (body: FormData) => {
    const answered = await fetch(`${world.address}/v1/runs?service=Checkout&experiment=form`, {
      method: "POST",
      headers: { authorization: `Bearer ${world.home.ingestToken}` },
      body,
    });
    const text = (await answered.json()) as Record<string, unknown>;
    return { status: answered.status, code: text["code"], summary: text["summary"], run: text["run"] };
  };

  it("with one file is that file, compressed or not", async () => {
    const plain = figuresOf(await send("experiment=form", file));
    expect(await post(form(["file", new Blob([file])]))).toMatchObject({ status: 201, summary: plain });
    expect(await post(form(["f", new Blob([gzipSync(file)])]))).toMatchObject({
      status: 201,
      summary: plain,
    });
  });

  it("with the files of one tool is one run, in whatever order they come", async () => {
    const named = ["stats", "history", "failures", "exceptions"].map((kind): [string, Blob] => {
      const name = kind === "history" ? "stats_history" : kind;
      return ["file", new Blob([locust(`locust-${kind}`, `shop_${name}.csv`)])];
    });
    for (const parts of [named, named.toReversed()]) {
      const { status, summary, run } = await post(form(...parts));
      expect(status).toBe(201);
      expect(summary).toMatchObject({ requests: 680, errors: 1, labelsTotal: 4 });
      expect(run).toMatchObject({ tool: "locust", format: "locust-stats", finestStepSeconds: 10 });
    }
    const alone = await post(form(["f", new Blob([locust("locust-failures", "shop_failures.csv")])]));
    expect(alone).toMatchObject({ status: 422, code: "file-empty" });
  });

  it("with two files of samples, or a field, is refused whole", async () => {
    const before = await count("part");
    const blob = new Blob([file]);
    expect(await post(form(["a", blob], ["b", blob]))).toMatchObject({
      status: 400,
      code: "parameter-unreadable",
    });
    const unknown = form(
      ["a", new Blob([locust("locust-stats", "shop_stats.csv")])],
      ["b", new Blob(["hello"])],
    );
    expect(await post(unknown)).toMatchObject({ status: 422, code: "format-unknown" });
    expect(await post(form(["service", "x"], ["file", blob]))).toMatchObject({
      status: 400,
      code: "parameter-unreadable",
    });
    expect(await post(form())).toMatchObject({ status: 422, code: "file-empty" });
    expect(await count("part")).toBe(before);
  });
});

describe("a client that takes its time", () => {
  it("holds no transaction, and others are served meanwhile", async () => {
    const { client, answered } = begin("experiment=slow");
    await write(client, file.slice(0, 100_000));
    await until(async () => (await count("part")) > 0);
    const open = await world.test.db.asJobs((tx) =>
      tx.query<{ count: number }>(
        `select count(*) as count from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
      ),
    );
    expect(open).toEqual([{ count: 0 }]);
    expect((await send("experiment=quick", file)).status).toBe(201);
    expect((await world.app.inject({ url: "/healthz" })).statusCode).toBe(200);
    client.end(file.slice(100_000));
    expect((await answered).status).toBe(201);
  });

  it("leaves nothing when it goes away in the middle", async () => {
    const before = [await count("part"), await count("run"), await count("run_cell")];
    const { client, answered } = begin("experiment=gone");
    await write(client, jtl({ rows: 15_000, perSecond: 2 }));
    await until(async () => (await count("run_cell")) > (before[2] ?? 0));
    client.destroy();
    await expect(answered).rejects.toThrow("socket hang up");
    await until(async () => (await count("part")) === before[0]);
    expect([await count("part"), await count("run"), await count("run_cell")]).toEqual(before);
  });

  it("is asked to retry if there are too many", async () => {
    const before = await count("part");
    const held = [begin("experiment=held"), begin("experiment=held")];
    for (const { client } of held) await write(client, file.slice(0, 70_000));
    await until(async () => (await count("part")) === before + 2);
    const refused = await send("experiment=third", file);
    expect([refused.status, refused.body["code"]]).toEqual([429, "too-many-runs-in-flight"]);
    expect(refused.headers["retry-after"]).toMatch(/^\d+$/);
    const other = await send("experiment=other", file, {
      authorization: `Bearer ${world.foreign.ingestToken}`,
    });
    expect(other.status).toBe(201);
    for (const { client } of held) client.end(file.slice(70_000));
    expect((await Promise.all(held.map(({ answered }) => answered))).map(({ status }) => status)).toEqual([
      201, 201,
    ]);
  });
});

describe("an answer before the body's end", () => {
  it("reaches a client that still sends, and the connection serves again", async () => {
    const { client, answered } = begin("experiment=early", { authorization: "Bearer nothing" });
    await write(client, file);
    const refused = await answered;
    expect([refused.status, refused.body["code"]]).toEqual([401, "unauthenticated"]);
    client.end();
  });

  it("names what was wrong with a body that is refused half-way", async () => {
    const { client, answered } = begin("experiment=early");
    await write(client, "this is no result file\n".repeat(5_000));
    const refused = await answered;
    expect([refused.status, refused.body["code"]]).toEqual([422, "format-unknown"]);
    client.destroy();
  });
});
