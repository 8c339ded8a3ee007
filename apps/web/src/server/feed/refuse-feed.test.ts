import { HeadroomError } from "@headroom/core";
import { expect, it } from "vitest";
import { answerFeed } from "./refuse-feed.ts";

const answer = (error: Error) => answerFeed("Run not found.", () => Promise.reject(error));

it("a feed that can't be found or has no connection says so, and anything else is thrown", async () => {
  const missing = await answer(new HeadroomError("not-found", "No run."));
  expect([missing.status, await missing.json()]).toEqual([404, { message: "Run not found." }]);
  const away = await answer(new HeadroomError("unavailable", "The database can't be reached."));
  expect([away.status, away.headers.get("retry-after")]).toEqual([503, "5"]);
  await expect(answer(new Error("broken"))).rejects.toThrow("broken");
});
