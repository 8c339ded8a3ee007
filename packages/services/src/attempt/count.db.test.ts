import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServices, type TestServices } from "../testing/index.ts";
import { countAttempt } from "./count.ts";

let test: TestServices;
beforeAll(async () => {
  test = await createTestServices();
});
afterAll(() => test.drop());

it("too many attempts name the time that is left, in minutes rounded up", async () => {
  const attempt = () => countAttempt(test.services, "sign-in email", "ada@shop.example");
  const refused = (hint: string) =>
    expect(attempt()).rejects.toMatchObject({ code: "too-many-attempts", hint });
  for (let time = 0; time < 10; time += 1) await attempt();
  await refused("Wait 15 minutes and try again.");
  test.pass(9 * 60 + 1);
  await refused("Wait 6 minutes and try again.");
  test.pass(5 * 60);
  await refused("Wait 1 minute and try again.");
  test.pass(58);
  await refused("Wait 1 minute and try again.");
  test.pass(1);
  await attempt();
});
