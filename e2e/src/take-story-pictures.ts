import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, expect } from "@playwright/test";
import type { Page } from "@playwright/test";

/** Takes the pictures of the demo's stories from a running product: `npm run story-pictures -- <sign-in link>`. */
const folder = join(import.meta.dirname, "..", "..", "apps", "web", "src", "features", "story", "pictures");
const THEMES = ["light", "dark"] as const;
const SIZE = { width: 960, height: 560 };
/** A page that has been still for so long doesn't change any more, but for what is live. */
const STILL_MILLIS = 300;
const DRAWN_WITHIN = { timeout: 30_000 };

const [link] = process.argv.slice(2);
if (link === undefined)
  throw new Error("usage: take-story-pictures.ts <the sign-in link that npm start prints>");
const { origin } = new URL(link);
const executablePath = process.env["HEADROOM_CHROMIUM"];
const browser = await chromium.launch({
  args: ["--no-sandbox"],
  ...(executablePath === undefined ? {} : { executablePath }),
});
const context = await browser.newContext({ viewport: SIZE, reducedMotion: "reduce", timezoneId: "UTC" });
const page = await context.newPage();
await page.goto(link);
await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
mkdirSync(folder, { recursive: true });

const taken = new Map<string, number>();
const slugs = await storiesOf(page);
if (slugs.length === 0) throw new Error("the workspace that the link opens has no demo");
for (const slug of slugs) {
  const steps = await stepsOf(page, slug);
  for (const [at, href] of steps.entries())
    for (const theme of THEMES) await take(page, { href, theme, file: `${slug}-${at + 1}-${theme}.jpg` });
  taken.set(slug, steps.length);
}
writeFileSync(join(folder, "index.ts"), indexOf(taken));
await browser.close();

async function storiesOf(of: Page): Promise<string[]> {
  await of.goto(`${origin}/stories`);
  const hrefs = await of
    .locator("main h2 a")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  return hrefs.flatMap((href) => href?.split("/").at(-1) ?? []);
}

async function stepsOf(of: Page, slug: string): Promise<string[]> {
  await of.goto(`${origin}/stories/${slug}`);
  const links = of
    .locator("main ol > li")
    .filter({ has: of.locator("h3") })
    .locator("a");
  const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  return hrefs.flatMap((href) => href ?? []);
}

interface Taken {
  href: string;
  theme: (typeof THEMES)[number];
  file: string;
}

/** From the sheet that the link leads to, or from the page's own head. */
async function take(of: Page, { href, theme, file }: Taken): Promise<void> {
  await of.emulateMedia({ colorScheme: theme });
  await of.goto(`${origin}${href}`);
  await waitUntilDrawn(of);
  const spot = new URL(href, origin).hash;
  const target = of.locator(spot === "" ? "main" : spot);
  await target.first().evaluate((element) => element.scrollIntoView({ block: "start", behavior: "instant" }));
  // Some charts are loaded when they are about to be seen.
  await waitUntilDrawn(of);
  await target.first().evaluate((element) => element.scrollIntoView({ block: "start", behavior: "instant" }));
  await of.screenshot({ path: join(folder, file), type: "jpeg", quality: 70 });
}

/** Nothing is a gray place any more, each chart has its lines, and the page has stopped moving. */
async function waitUntilDrawn(of: Page): Promise<void> {
  await of.evaluate("document.fonts.ready.then(() => true)");
  await expect(of.locator("main .animate-breathe")).toHaveCount(0, DRAWN_WITHIN);
  await expect(of.locator("main figure > figcaption + div:empty")).toHaveCount(0, DRAWN_WITHIN);
  let before = "";
  const isStill = async () => {
    const now = await of.locator("main").innerHTML();
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(isStill, { intervals: [STILL_MILLIS], ...DRAWN_WITHIN }).toBe(true);
}

function indexOf(steps: ReadonlyMap<string, number>): string {
  const names = [...steps].flatMap(([slug, count]) =>
    Array.from({ length: count }, (_, at) => ({ slug, name: `${camel(slug)}${at + 1}`, at: at + 1 })),
  );
  const imports = names.flatMap(({ slug, name, at }) =>
    THEMES.map((theme) => `import ${name}${capital(theme)} from "./${slug}-${at}-${theme}.jpg";`),
  );
  const entries = [...steps.keys()].map((slug) => {
    const own = names.filter((one) => one.slug === slug);
    const pictures = own.map(({ name }) => `{ light: ${name}Light, dark: ${name}Dark }`);
    // As the formatter has it.
    const key = /^\w+$/.test(slug) ? slug : JSON.stringify(slug);
    return `  ${key}: [\n    ${pictures.join(",\n    ")},\n  ],`;
  });
  return `import type { StaticImageData } from "next/image";
${imports.join("\n")}

/** A step as the product shows it, in both themes. */
interface StepPicture {
  light: StaticImageData;
  dark: StaticImageData;
}

/** By story, in the order of its steps. \`npm run story-pictures\` takes them again. */
export const PICTURES: Readonly<Record<string, readonly StepPicture[]>> = {
${entries.join("\n")}
};
`;
}

function camel(slug: string): string {
  return slug.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
