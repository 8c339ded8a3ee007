import { expect, it } from "vitest";
import { instanceSecret, keyFor } from "./instance-secret.ts";

const own = { HEADROOM_SECRET: "0123456789abcdef0123456789abcdef" };

it("is what was set, whatever the database", () => {
  const [one, other] = ["postgres://a:b@one/x", "postgres://one/x"].map((DATABASE_URL) =>
    instanceSecret({ ...own, DATABASE_URL }),
  );
  expect(one).toEqual(other);
});

it("is the same for every address of a database, if none was set, and another for another password", () => {
  const [direct, pooled, other] = [
    "postgres://headroom:long@database:5432/headroom",
    "postgres://headroom:long@pooler:6432/headroom",
    "postgres://headroom:longer@database:5432/headroom",
  ].map((DATABASE_URL) => instanceSecret({ DATABASE_URL }));
  expect(direct).toEqual(pooled);
  expect(direct).not.toEqual(other);
  expect(direct).toHaveLength(32);
});

it("is asked for where there is nothing to make it from", () =>
  expect(() => instanceSecret({ DATABASE_URL: "postgres://localhost/headroom" })).toThrow(/HEADROOM_SECRET/));

it("gives each purpose a key of its own", () => {
  const secret = instanceSecret({ ...own, DATABASE_URL: "" });
  expect(keyFor(secret, "a")).toEqual(keyFor(secret, "a"));
  expect(keyFor(secret, "a")).not.toEqual(keyFor(secret, "b"));
});
