import { ciIssuer, startCiSystem } from "../src/ci-issuer.ts";
import { expect, expectReadable, test } from "../src/fixtures.ts";
import { product } from "../src/product.ts";

const RUN = "timeStamp,elapsed,label,responseCode,success\n1795200000000,100,Home,200,true\n";

test("a token is created, shown once, used, rotated, and revoked immediately", async ({ page, request }) => {
  await page.goto("/settings/tokens");
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("CI of the shop");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog).toContainText("won't be shown again");
  const secret = await dialog.getByLabel("Token", { exact: true }).innerText();
  await dialog.getByRole("button", { name: "Done" }).click();

  const send = (by = secret) =>
    request.post(`${product.ingestUrl}/v1/runs?service=Shop&experiment=Mix`, {
      headers: { authorization: `Bearer ${by}` },
      data: Buffer.from(RUN),
    });
  expect((await send()).status()).toBe(201);
  await page.goto("/settings/usage");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1 upload in the last 30 days.");
  await expect(page.getByText("This server sets no limit for a workspace.")).toBeVisible();
  await page.goto("/settings/tokens");
  const row = page.getByRole("row", { name: /CI of the shop/ });
  await expect(row).toContainText("ingest");
  await expect(page.getByText(secret)).toHaveCount(0);

  await row.getByRole("button", { name: "Rotate CI of the shop" }).click();
  await dialog.getByRole("button", { name: "Rotate token" }).click();
  await expect(dialog).toContainText("New secret of “CI of the shop”");
  const renewed = await dialog.getByLabel("Token", { exact: true }).innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(row).toContainText("Previous secret valid until");
  expect((await send()).status()).toBe(201);
  expect((await send(renewed)).status()).toBe(201);
  await row.getByRole("button", { name: "End the previous secret of CI of the shop now" }).click();
  await page.getByRole("button", { name: "End previous secret" }).click();
  await expect(row).not.toContainText("Previous secret");
  expect(await (await send()).json()).toMatchObject({ status: 401, code: "token-replaced" });
  expect((await send(renewed)).status()).toBe(201);

  await row.getByRole("button", { name: "Revoke CI of the shop" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(row).toContainText("revoked");
  expect((await send(renewed)).status()).toBe(401);

  await page.goto("/settings/audit?about=tokens");
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(log.getByRole("row").nth(1)).toContainText("revoked the token CI of the shop");
  await expect(log.getByRole("row").nth(2)).toContainText("ended the previous secrets of the token");
  await expect(log.getByRole("row").nth(3)).toContainText("gave a new secret to the token CI of the shop");
  await expect(log.getByRole("row").nth(4)).toContainText("created the token CI of the shop");
});

test("jobs of a trusted project upload without a stored token, until it isn't trusted anymore", async ({
  page,
  request,
}) => {
  const issuer = ciIssuer ?? "";
  test.skip(issuer === "", "This product was started without a CI system on this machine.");
  const ci = await startCiSystem(issuer);
  await page.goto("/settings/ci-identities");
  await expect(page.getByText("No CI identities yet.")).toBeVisible();
  await page.getByRole("button", { name: "New CI identity" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Project").fill("acme/shop");
  await dialog.getByLabel("Branch").fill("main");
  await dialog.getByRole("button", { name: "Create CI identity" }).click();
  const aud = await dialog.getByLabel("Audience").innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expectReadable(page);

  const job = { aud, project_path: "acme/shop", ref: "main", ref_type: "branch", job_id: "4711" };
  const exchange = (change: Record<string, string> = {}) =>
    request.post(`${product.ingestUrl}/v1/oidc/exchange`, {
      data: { idToken: ci.tokenOf({ ...job, ...change }) },
    });
  const send = (secret: string) =>
    request.post(`${product.ingestUrl}/v1/runs?service=Shop&experiment=Mix`, {
      headers: { authorization: `Bearer ${secret}` },
      data: Buffer.from(RUN),
    });
  for (const other of [{ ref: "feature" }, { project_path: "acme/other" }, { aud: product.webUrl }])
    expect(await (await exchange(other)).json()).toMatchObject({ status: 401, code: "unauthenticated" });
  const exchanged = await exchange();
  expect(exchanged.status()).toBe(201);
  const { secret } = (await exchanged.json()) as { secret: string };
  expect((await send(secret)).status()).toBe(201);
  await page.reload();
  const row = page.getByRole("row", { name: /acme\/shop/ });
  await expect(row).toContainText("1 active token");

  await row.getByRole("button", { name: "Delete acme/shop" }).click();
  await page.getByRole("button", { name: "Delete CI identity" }).click();
  await expect(page.getByText("No CI identities yet.")).toBeVisible();
  expect((await send(secret)).status()).toBe(401);
  expect((await exchange()).status()).toBe(401);
  await ci.close();

  await page.goto("/settings/audit?about=tokens");
  await expect(page.getByRole("table", { name: "Audit log" })).toContainText("acme/shop, main, 4711");
});

test("a channel gets a test, which is listed, explained and sent again", async ({ page }) => {
  await page.goto("/settings/notifications");
  await expect(page.getByText("No channels yet.")).toBeVisible();
  await page.getByRole("button", { name: "New channel" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Deploy bot");
  const url = dialog.getByLabel("Webhook URL");
  await url.fill("http://127.0.0.1:9/very-secret");
  await dialog.getByRole("button", { name: "Create channel" }).click();
  await expect(dialog).toContainText(
    "This server sends webhooks to public addresses only, and this one is private.",
  );
  // No name ends so: nothing leaves the machine.
  await url.fill("http://hooks.test:9/very-secret");
  await dialog.getByRole("button", { name: "Create channel" }).click();
  const channel = page.getByRole("table", { name: "Channels" }).getByRole("row", { name: /Deploy bot/ });
  await expect(channel).toContainText("Webhook to http://hooks.test:9");
  await expect(page.getByText("very-secret")).toHaveCount(0);

  await channel.getByRole("button", { name: "Send a test to Deploy bot" }).click();
  const delivery = page
    .getByRole("table", { name: "Deliveries" })
    .getByRole("row", { name: /This is a test/ });
  await expect(async () => {
    await page.reload();
    await expect(delivery).toContainText(/can't be reached from this server|Nobody listens/, {
      timeout: 1_000,
    });
  }).toPass();
  await expectReadable(page);
  await delivery.getByRole("link", { name: /This is a test/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Retrying.");
  await expect(page.getByLabel("Body")).toContainText('"name": "Deploy bot"');
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("On its way.")).toBeVisible();

  await page.goto("/settings/notifications?state=delivered");
  await expect(page.getByText("No deliveries.")).toBeVisible();
  await channel.getByRole("button", { name: "Delete Deploy bot" }).click();
  await page.getByRole("button", { name: "Delete channel" }).click();
  await expect(page.getByText("No channels yet.")).toBeVisible();
});

test("a member is invited, and the invitation revoked", async ({ page }) => {
  await page.goto("/settings/members");
  await expect(page.getByText("only owner")).toBeVisible();
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("not an address");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("Email").fill("mara@shop.example");
  await dialog.getByRole("radio", { name: "Viewer" }).check();
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(dialog).toContainText("This server doesn't send email, so send this link yourself.");
  const link = await dialog.getByLabel("Invitation link").innerText();
  expect(link).toMatch(/\/invitations\/[\w-]{43}$/);
  await dialog.getByRole("button", { name: "Done" }).click();

  const invitations = page.getByRole("table", { name: "Invitations" });
  await expect(invitations.getByRole("row", { name: /mara@shop\.example/ })).toContainText("Viewer");
  await invitations.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(invitations).toBeHidden();
});

test("a workspace is renamed, set to keep files, and deleted", async ({ page, request, workspace }) => {
  await page.goto("/settings/workspace");
  const name = page.getByLabel("Workspace name");
  const newName = "Shop \u{1F6D2} & <b>Co</b>";
  await name.fill(newName);
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("button", { name: /^Workspace: / })).toContainText("<b>Co</b>");
  const keep = page.getByRole("switch", { name: /Keep uploaded files/ });
  await keep.click();
  await expect(keep).toBeChecked();
  // It is disabled until the change is saved.
  await expect(keep).toBeEnabled();
  await page.reload();
  await expect(keep).toBeChecked();

  await page.getByRole("button", { name: "Delete workspace" }).click();
  const dialog = page.getByRole("dialog");
  const remove = dialog.getByRole("button", { name: "Delete workspace" });
  await dialog.getByRole("textbox").fill("Shop");
  await expect(remove).toBeDisabled();
  await dialog.getByRole("textbox").fill(newName);
  await expectReadable(page);
  await remove.click();
  await expect(page).toHaveURL(/\/sign-in/);
  const refused = await request.post(`${product.ingestUrl}/v1/runs?service=Shop&experiment=Mix`, {
    headers: { authorization: `Bearer ${workspace.ingestToken}` },
    data: Buffer.from(RUN),
  });
  expect(refused.status()).toBe(401);
  await page.goto("/settings/workspace");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("an owner chooses that runs fail while the trend stays worse", async ({ page }) => {
  await page.goto("/settings/workspace");
  const form = page.getByRole("form", { name: "While the trend stays worse" });
  await expect(form.getByRole("radio", { name: "Runs are unsure" })).toBeChecked();
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
  await form.getByRole("radio", { name: "Runs fail" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(form.getByRole("radio", { name: "Runs fail" })).toBeChecked();
  await page.goto("/settings/audit");
  await expect(page.getByRole("table", { name: "Audit log" })).toContainText(
    "runs while the trend stays worse: fail",
  );
});

test("owners see how the installation runs", async ({ page }) => {
  await page.goto("/settings/members");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Health" }).click();
  const processes = page.getByRole("table", { name: "Processes" });
  await expect(processes.getByRole("row", { name: /^Database/ })).toContainText("Running");
  await expect(processes.getByRole("row", { name: /^Ingest/ })).toContainText("Running");
  await expect(page.getByText("Free on the database's disk")).toBeVisible();
  await expect(page.getByRole("table", { name: "Starts and restarts" })).toContainText("Web");
});

test("the settings are accessible and as wide as the screen", async ({ page }) => {
  for (const one of ["members", "tokens", "ci-identities", "workspace", "usage", "audit", "health"]) {
    await page.goto(`/settings/${one}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectReadable(page);
  }
});
