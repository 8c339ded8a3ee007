import { expect, expectReadable, test, untilJudged } from "../src/fixtures.ts";

const HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,allThreads";
const START = Date.UTC(2026, 9, 1, 8);

interface Second {
  users: number;
  perSecond: number;
  millis: number;
}

/** JMeter's CSV with the number of active threads. */
function jmeterOf(seconds: number, at: (second: number) => Second, hour = 0): string {
  const lines = [HEADER];
  for (let second = 0; second < seconds; second++) {
    const { users, perSecond, millis } = at(second);
    for (let place = 0; place < perSecond; place++) {
      const begin = START + hour * 3_600_000 + second * 1_000 + Math.floor((place * 1_000) / perSecond);
      const elapsed = Math.round(millis * (0.8 + (place % 10) / 25));
      lines.push(`${begin},${elapsed},GET /,200,OK,t 1-1,true,512,${users}`);
    }
  }
  return lines.join("\n");
}

test("a ramp says up to how many users it held, and what more data would leave", async ({
  page,
  request,
  workspace,
  upload,
}) => {
  test.slow();
  const ramp = jmeterOf(1_200, (second) => {
    const users = 1 + Math.floor(second / 12);
    return {
      users,
      perSecond: Math.min(Math.ceil(users / 2), 30),
      millis: users < 60 ? 200 : 66 * (users - 57),
    };
  });
  const uploaded = await upload({ experiment: "Ramp", body: ramp, targets: ["p95 <= 1 s"] });
  // The page reads itself again until then.
  await untilJudged(workspace, request, uploaded);
  const { run } = uploaded;
  await page.goto(new URL(run.url).pathname);
  const panel = page.getByRole("region", { name: "Capacity", exact: true });
  await expect(panel).toContainText(/p95 <= 1 s: Held to [67]\d users, broke at [67]\d\./);
  await expect(panel).toContainText(/Throughput rises with the load up to about [56]\d users/);
  await panel.getByLabel("Times the data of the test").fill("7");
  await expect(panel.getByRole("status")).toContainText(
    /With 7 times the data, 4\.\d+ req\/s are left of (29|30)\.\d/,
  );
  await expect(panel.getByRole("status")).toContainText("This assumes that the work of a request grows");
  await expectReadable(page);
});

test("the capacity over runs is the law that their steady phases follow", async ({ page, upload }) => {
  test.slow();
  const law = (users: number) => (10 * users) / (1 + 0.02 * (users - 1) + 0.0004 * users * (users - 1));
  const loads = [2, 4, 8, 16, 24, 32, 48];
  let last = "";
  for (const [hour, users] of loads.entries()) {
    const steady = { users, perSecond: Math.round(law(users)), millis: 50 };
    const uploaded = await upload({ experiment: "Steps", body: jmeterOf(90, () => steady, hour) });
    last = uploaded.run.url;
  }
  await page.goto(new URL(last).pathname);
  await page.getByRole("link", { name: "Steps" }).first().click();
  await page.getByRole("link", { name: "Capacity over runs" }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText(/Throughput is highest at [45]\d\susers \(.+\): 16\d\sreq\/s\./);
  await expect(heading).toContainText(
    /2\.\d+% contention, R²\s(0\.99\d|1\.000), from the steady phases of 7\sruns\./,
  );
  await expect(page.getByRole("table", { name: "Runs" }).getByRole("row")).toHaveCount(8);
  await expect(page.getByRole("main")).toContainText("users think for the same time");
  await expectReadable(page);
});
