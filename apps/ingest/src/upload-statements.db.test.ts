import { afterAll, beforeAll, expect, it } from "vitest";
import { grouped, openCountingApp } from "./testing/count-statements.ts";
import type { Asked, CountingApp } from "./testing/count-statements.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

let world: TestApp;
let counting: CountingApp;
beforeAll(async () => {
  world = await createTestApp();
  counting = await openCountingApp(world);
});
afterAll(async () => {
  await counting.close();
  await world.close();
});

interface Sent {
  query?: string;
  key?: string;
  users?: boolean;
}

/** A hundred and twenty requests to three labels, other ones each time: the same file would count once. */
function fileOf(turn: number, users: boolean): string {
  const began = world.test.services.clock().getTime() - 60_000;
  const rows = Array.from({ length: 120 }, (_, at) => {
    const row = `${began + at * 50},${(at % 9) + 1 + turn},label ${at % 3},200,true`;
    return users ? `${row},4` : row;
  });
  return `timeStamp,elapsed,label,responseCode,success${users ? ",allThreads" : ""}\n${rows.join("\n")}\n`;
}

let turns = 0;

async function upload({ query = "", key, users = false }: Sent): Promise<Asked> {
  counting.take();
  const response = await counting.app.inject({
    method: "POST",
    url: `/v1/runs?service=S&experiment=E${query}`,
    headers: {
      authorization: `Bearer ${world.home.ingestToken}`,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    payload: fileOf(turns++, users),
  });
  expect(response.statusCode).toBe(201);
  return counting.take();
}

/** Of an experiment that has runs. `HEADROOM_SHOW_STATEMENTS=1` prints them. */
it.each<[string, number, Sent]>([
  ["without a key or a target", 60, {}],
  ["with a key", 60, { key: "keyed" }],
  [
    "with a key, a target and the number of users",
    60,
    { key: "all", query: "&target=p99<=200ms", users: true },
  ],
])("an upload %s takes fewer than %i statements", async (_, most, sent) => {
  await upload({ ...sent, key: `first of ${sent.key}` });
  const asked = await upload(sent);
  if (process.env["HEADROOM_SHOW_STATEMENTS"] === "1") process.stdout.write(grouped(asked));
  expect(asked.statements.length, grouped(asked)).toBeLessThan(most);
});
