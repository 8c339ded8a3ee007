import { describe, expect, it } from "vitest";
import { passphraseProblem } from "./passphrase-problem.ts";
import { prepareShareList } from "./prepare-share-list.ts";
import { shareCookie } from "./share-cookie.ts";

const link = {
  id: "1",
  state: "open",
  createdAt: new Date("2026-11-01T10:00:00Z"),
  createdBy: "Ada",
  expiresAt: new Date("2026-12-01T10:00:00Z"),
  revokedAt: null,
  hasPassphrase: true,
  openedCount: 1_200,
  lastOpenedAt: new Date("2026-11-02T11:00:00Z"),
} as const;

it("says of the passphrase what went wrong, and nothing of what an address makes up", () => {
  expect(passphraseProblem("passphrase")).toBe("This is not the passphrase of the link.");
  for (const made of ["constructor", "__proto__", "else", ["often"], undefined])
    expect(passphraseProblem(made)).toBeUndefined();
});

describe("the list of links", () => {
  it("says until when, how often and by whom", () => {
    const [row] = prepareShareList([link], "UTC");
    expect(row?.title).toMatch(/^Open until 1 Dec/);
    expect(row?.opened).toMatch(/^Opened 1,200 times, last 2 Nov/);
    expect(row?.detail).toMatch(/by Ada, with a passphrase$/);
  });

  it("tells what is over, and what nobody looked at", () => {
    const rows = prepareShareList(
      [
        { ...link, state: "expired", openedCount: 0, lastOpenedAt: null },
        {
          ...link,
          state: "revoked",
          revokedAt: new Date("2026-11-03T00:00:00Z"),
          openedCount: 1,
          createdBy: null,
        },
      ],
      "UTC",
    );
    expect(rows.map(({ title }) => title.split(" ")[0])).toEqual(["Ended", "Revoked"]);
    expect(rows.map(({ opened }) => opened.split(",")[0])).toEqual(["Never opened", "Opened once"]);
    expect(rows[1]?.detail).not.toContain("by");
  });
});

it("a cookie is for one link, out of reach of scripts, and for TLS where there is TLS", () => {
  const given = { path: "/share/abc", proof: "p", expiresAt: new Date("2026-01-01T00:00:00Z") };
  expect(shareCookie({ ...given, webUrl: "http://127.0.0.1:4000" })).toBe(
    "headroom_share=p; Path=/share/abc; HttpOnly; SameSite=Strict; Expires=Thu, 01 Jan 2026 00:00:00 GMT",
  );
  expect(shareCookie({ ...given, webUrl: "https://headroom.example" })).toMatch(/; Secure$/);
});
