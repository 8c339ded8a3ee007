import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServices } from "../testing/index.ts";
import type { TestServices } from "../testing/index.ts";
import { countAttempt } from "./count.ts";

let test: TestServices;
beforeAll(async () => {
  test = await createTestServices();
});
afterAll(() => test.drop());

it("too many attempts name the time that is left, in minutes rounded up", async () => {
  const attempt = () => countAttempt(test.services, "sign-in email from address", "ada@shop.example 1.2.3.4");
  const refused = (hint: string, retryAfterSeconds: number) =>
    expect(attempt()).rejects.toMatchObject({ code: "too-many-attempts", hint, retryAfterSeconds });
  for (let time = 0; time < 10; time += 1) await attempt();
  await refused("Wait 15 minutes and try again.", 900);
  test.pass(9 * 60 + 1);
  await refused("Wait 6 minutes and try again.", 359);
  test.pass(5 * 60);
  await refused("Wait 1 minute and try again.", 59);
  test.pass(58);
  await refused("Wait 1 minute and try again.", 1);
  test.pass(1);
  await attempt();
});
