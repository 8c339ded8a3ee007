import { expect, expectAccessible, test } from "../src/fixtures.ts";
import { choose } from "../src/menu.ts";
import { product } from "../src/product.ts";

const nobody = { cookies: [], origins: [] };

test.describe("signing in by link", () => {
  test.use({ storageState: nobody });

  test("opens the overview, once", async ({ page, context, workspace }) => {
    await page.goto(workspace.ownerSignInPath);
    await expect(page).toHaveURL(`${product.webUrl}/`);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({
      name: expect.stringMatching(/^headroom_session(_\d+)?$/),
      httpOnly: true,
      sameSite: "Lax",
    });

    await context.clearCookies();
    await page.goto(workspace.ownerSignInPath);
    await expect(page.getByRole("status")).toContainText(
      "This sign-in link is invalid, expired or already used.",
    );
  });

  test("redirects people who aren't signed in, on every page", async ({ page }) => {
    for (const path of ["/", "/experiments", "/runs/01a1fe48-0000-7000-8000-000000000000"]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/sign-in(\?next=|$)/);
      if (path !== "/") expect(new URL(page.url()).searchParams.get("next")).toBe(path);
    }
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
    await expectAccessible(page);
  });

  test("answers no procedure without a session", async ({ request }) => {
    const input = encodeURIComponent(JSON.stringify({ json: { search: "" } }));
    const answer = await request.get(`/api/trpc/catalog.list?input=${input}`);
    expect(answer.status()).toBe(401);
  });

  test("treats an invalid form as a form without a link", async ({ request }) => {
    const origin = product.webUrl;
    for (const type of ["application/json", "multipart/form-data"]) {
      const options = { headers: { origin, "content-type": type }, data: "{", maxRedirects: 0 };
      const opened = await request.post("/sign-in/open", options);
      expect(opened.status()).toBe(303);
      expect(opened.headers()["location"]).toBe("/sign-in");
    }
  });

  test("is used by the button of its page, which browsers say the origin of", async ({ page }) => {
    // On the loopback, the page doesn't wait for the button.
    await page.goto("/sign-in");
    await page.evaluate(`{
      const form = document.body.appendChild(document.createElement("form"));
      Object.assign(form, { method: "post", action: "/sign-in/open" });
      form.append(Object.assign(document.createElement("input"), { name: "link", value: "invalid" }));
      form.submit();
    }`);
    await page.waitForURL("**/sign-in?problem=link");
  });

  test("rejects writes from other sites", async ({ request }) => {
    const headers = { origin: "http://attacker.example" };
    expect((await request.post("/sign-out", { headers })).status()).toBe(403);
    expect((await request.post("/api/trpc/catalog.list", { headers, data: "{}" })).status()).toBe(403);
    const opened = await request.post("/sign-in/open", { headers, form: { link: "x" }, maxRedirects: 0 });
    expect(opened.headers()["location"]).toBe("/sign-in?problem=origin");
  });
});

test("signing out ends the session on the server too", async ({ page, context }) => {
  await page.goto("/experiments");
  const before = await context.cookies();
  await choose(page, "account of", "Sign out");
  await expect(page).toHaveURL(/\/sign-in$/);

  await context.addCookies(before);
  await page.goto("/experiments");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fexperiments$/);
});

test("pages have security headers", async ({ page }) => {
  const answer = await page.goto("/experiments");
  const headers = answer?.headers() ?? {};
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic';/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toBe("same-origin");
});
