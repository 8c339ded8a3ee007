import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, expectReadable, test, uploadTo } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { mailedPath } from "../src/mail.ts";
import { choose } from "../src/menu.ts";
import { product } from "../src/product.ts";

const nobody = { cookies: [], origins: [] };
const PASSWORD = "correct horse battery";
const newEmail = (name: string) => `${name}-${randomUUID()}@journey.example`;

async function signUp(page: Page, email: string, name = "Ada Lovelace"): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("button", { name: `Workspace: ${name}'s workspace` })).toBeVisible();
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await choose(page, "account of", "Sign out");
  await expect(page).toHaveURL(/\/sign-in$/);
}

const newPage = async (browser: Browser) =>
  (await browser.newContext({ baseURL: product.webUrl, storageState: nobody })).newPage();

test.describe("an account", () => {
  test.use({ storageState: nobody });

  test("is created, signed out of, signed in to, reset by email, and signed out everywhere", async ({
    page,
    browser,
  }) => {
    test.slow();
    const email = newEmail("ada");
    await signUp(page, email);
    await signOut(page);

    await page.goto("/account");
    await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount$/);
    await signIn(page, email, "not the password");
    await expect(page.getByText("Wrong email or password.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await signIn(page, email);
    await expect(page).toHaveURL(/\/account$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("in this browser only.");
    await expect(page.getByText("This server doesn't send email.")).toBeVisible();
    await expect(page.getByRole("switch", { name: "Ada Lovelace's workspace" })).toBeDisabled();
    await expectAccessible(page);
    expect((await page.request.post("/weekly-mail/guessed/stop")).status()).toBe(404);

    const elsewhere = await newPage(browser);
    await elsewhere.goto("/reset");
    await elsewhere.getByLabel("Email").fill(email);
    await elsewhere.getByRole("button", { name: "Send link" }).click();
    await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText("Check your email");
    await elsewhere.goto(await mailedPath(email, "reset"));
    await elsewhere.getByLabel("New password").fill("short");
    await elsewhere.getByRole("button", { name: "Set password" }).click();
    await expect(elsewhere.getByText("A password needs at least 10 characters.")).toBeVisible();
    await elsewhere.getByLabel("New password").fill("password123");
    await elsewhere.getByRole("button", { name: "Set password" }).click();
    await expect(elsewhere.getByText("this one is a common password")).toBeVisible();
    await elsewhere.getByLabel("New password").fill("another good password");
    await elsewhere.getByRole("button", { name: "Set password" }).click();
    await expect(elsewhere.getByText("you're signed out everywhere")).toBeVisible();
    await page.goto("/account");
    await expect(page).toHaveURL(/\/sign-in\?next/);

    await signIn(page, email, "another good password");
    await expect(page).toHaveURL(/\/account$/);
    await signIn(elsewhere, email, "another good password");
    await expect(elsewhere.getByRole("button", { name: "account of" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("in 2 browsers.");
    await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await elsewhere.goto("/account");
    await expect(elsewhere).toHaveURL(/\/sign-in\?next/);
  });

  test("changes its email with the password and a link sent to the new address", async ({
    page,
    browser,
  }) => {
    const [before, after] = [newEmail("old"), newEmail("new")];
    await signUp(page, before);
    await page.goto("/account");
    await page.getByLabel("New email").fill(after);
    await page.getByLabel("Your password").fill("not the password");
    await page.getByRole("button", { name: "Change email" }).click();
    await expect(page.getByText("Your current password is wrong.")).toBeVisible();
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change email" }).click();
    await expect(page.getByText("Check your new inbox.")).toBeVisible();
    await expectReadable(page);

    const elsewhere = await newPage(browser);
    await elsewhere.goto(await mailedPath(after, "email"));
    await expectAccessible(elsewhere);
    await elsewhere.getByRole("button", { name: "Confirm email" }).click();
    await expect(elsewhere.getByText(`From now on, sign in with ${after}.`)).toBeVisible();
    await elsewhere.reload();
    await elsewhere.getByRole("button", { name: "Confirm email" }).click();
    await expect(elsewhere.getByText("This link is invalid, expired or already used.")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(after);
    await signOut(page);
    await signIn(page, after);
    await expect(page.getByRole("button", { name: "account of" })).toBeVisible();
  });

  test("can be signed in to with the keyboard only", async ({ page, browser }) => {
    const email = newEmail("keys");
    await signUp(await newPage(browser), email);
    await page.goto("/sign-in?next=/account");
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
    await page.getByLabel("Email").focus();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Password")).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    // The address of the sign-in page ends in /account too.
    await expect(page).toHaveURL(({ pathname }) => pathname === "/account");
    const menu = page.getByRole("button", { name: "account of" });
    await expect(menu).toBeEnabled();
    await menu.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Account" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
  });

  test("reveals no more about a known email than about an unknown one", async ({ page, browser }) => {
    const email = newEmail("known");
    await signUp(await newPage(browser), email);
    for (const address of [email, newEmail("unknown")]) {
      await page.goto("/reset");
      await page.getByLabel("Email").fill(address);
      await page.getByRole("button", { name: "Send link" }).click();
      await expect(page.getByText("If there is an account for")).toBeVisible();
    }
    await page.goto("/sign-up");
    await page.getByLabel("Name").fill("Eve");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("not her password");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  });

  test("has pages that everyone can read", async ({ page }, info) => {
    for (const path of ["/sign-in", "/sign-up", "/reset", "/reset/x", "/invitations/x"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectReadable(page);
      await page.screenshot({ path: info.outputPath(`${path.replaceAll("/", "-")}.png`) });
    }
  });
});

test("an invitation lets in one person, with the given role, and nobody else", async ({ page, browser }) => {
  test.slow();
  const email = newEmail("guest");
  await page.goto("/settings/members");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const path = await mailedPath(email, "invitations");

  await page.goto(path);
  await expect(page.getByRole("main")).toContainText("Sign out, open this page again");

  const guest = await newPage(browser);
  await guest.goto(path);
  await guest.getByRole("link", { name: "Create an account" }).click();
  await expect(guest.getByLabel("Email")).toHaveValue(email);
  await guest.getByLabel("Name").fill("Guest");
  await guest.getByLabel("Password").fill(PASSWORD);
  await guest.getByRole("button", { name: "Create account" }).click();
  await expect(guest.getByRole("button", { name: /^Workspace: journey-/ })).toBeVisible();
  const refused = await guest.request.post("/api/trpc/settings.rename", {
    headers: { origin: product.webUrl },
    data: { json: { name: "Mine now" } },
  });
  expect(refused.status()).toBe(403);

  await guest.goto(path);
  await expect(guest.getByRole("main")).toContainText("This invitation has already been accepted.");
});

test("a workspace is switched, and a page of another workspace offers to switch", async ({
  page,
  upload,
}) => {
  test.slow();
  const body = jmeterResults({ seconds: 10, perSecond: 10, labels: { "GET /": 20 } });
  const { run } = await upload({ experiment: "Elsewhere", body });
  await page.goto("/workspaces/new");
  await page.getByLabel("Workspace name").fill("Second shop");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(page.getByRole("button", { name: "Workspace: Second shop" })).toBeVisible();

  const answer = await page.goto(`/runs/${run.id}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("This run is in journey-");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Switch workspace" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}`));
  await expect(page.getByRole("button", { name: /^Workspace: journey-/ })).toBeVisible();

  await choose(page, /^Workspace: journey-/, /Second shop/);
  await expect(page.getByRole("button", { name: "Workspace: Second shop" })).toBeVisible();
});

test("what is in a stranger's workspace is not found", async ({ page, browser, workspace, request }) => {
  const body = jmeterResults({ seconds: 10, perSecond: 10, labels: { "GET /": 20 } });
  const { run } = await uploadTo(workspace, request, { experiment: "Private", body });
  const stranger = await newPage(browser);
  await signUp(stranger, newEmail("stranger"));
  await stranger.goto(`/runs/${run.id}`);
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Page not found.");
  await page.goto(`/runs/${run.id}`);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Page not found.");
});

test("after a session ends, people sign in again without losing what they typed", async ({ browser }) => {
  const page = await newPage(browser);
  const email = newEmail("over");
  await signUp(page, email);
  await page.goto("/account");
  await page.getByLabel("Your name").fill("Ada King");
  await page.context().clearCookies({ name: /^headroom_session/ });
  await page.getByRole("button", { name: "Rename" }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Your name")).toHaveValue("Ada King");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
});
