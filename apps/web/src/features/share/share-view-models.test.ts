import { describe, expect, it } from "vitest";
import { passphraseProblem } from "./passphrase-page.tsx";
import { prepareShareList } from "./prepare-share-list.ts";
import { shareCookie } from "./share-cookie.ts";
import { sharedViewPath } from "./shared-view.ts";

const link = {
  id: "1",
  state: "open",
  createdAt: new Date("2026-11-01T10:00:00Z"),
  createdBy: "Ada",
  expiresAt: new Date("2026-12-01T10:00:00Z"),
  revokedAt: null,
  hasPassphrase: true,
  showsConfiguration: false,
  showsCommits: false,
  openedCount: 1_200,
  lastOpenedAt: new Date("2026-11-02T11:00:00Z"),
  frozenAt: null,
} as const;

it("knows the problems with a passphrase, and ignores anything else in the address", () => {
  expect(passphraseProblem("passphrase")).toBe("Wrong passphrase.");
  for (const made of ["constructor", "__proto__", "else", ["often"], undefined])
    expect(passphraseProblem(made)).toBeUndefined();
});

describe("the list of links", () => {
  it("says when each expires, how often it was opened, and who created it", () => {
    const [row] = prepareShareList([link], "UTC");
    expect(row?.title).toMatch(/^Active until 1 Dec/);
    expect(row?.opened).toMatch(/^Opened 1,200 times, last 2 Nov/);
    expect(row?.detail).toMatch(/^created 1 Nov .* by Ada, with a passphrase$/);
    const [frozen] = prepareShareList([{ ...link, frozenAt: link.createdAt }], "UTC");
    expect(frozen?.detail).toMatch(/ by Ada, frozen at that time, with a passphrase$/);
    const [open] = prepareShareList([{ ...link, showsConfiguration: true, showsCommits: true }], "UTC");
    expect(open?.detail).toMatch(/, with a passphrase, shows configuration, shows commits$/);
  });

  it("marks expired and revoked links, and links never opened", () => {
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
    expect(rows.map(({ title }) => title.split(" ")[0])).toEqual(["Expired", "Revoked"]);
    expect(rows.map(({ opened }) => opened.split(",")[0])).toEqual(["Never opened", "Opened once"]);
    expect(rows[1]?.detail).not.toContain("by");
  });
});

it("returns to the wall of a link, and to nowhere else that somebody names", () => {
  expect(sharedViewPath("/share/abc", "wall")).toBe("/share/abc/wall");
  for (const other of ["page", null, "", "../x", "//evil.example"])
    expect(sharedViewPath("/share/abc", other)).toBe("/share/abc");
});

it("limits the cookie to one link, hides it from scripts, and requires TLS where there is TLS", () => {
  const given = { path: "/share/abc", proof: "p", expiresAt: new Date("2026-01-01T00:00:00Z") };
  expect(shareCookie({ ...given, webUrl: "http://127.0.0.1:4000" })).toBe(
    "headroom_share=p; Path=/share/abc; HttpOnly; SameSite=Strict; Expires=Thu, 01 Jan 2026 00:00:00 GMT",
  );
  expect(shareCookie({ ...given, webUrl: "https://headroom.example" })).toMatch(/; Secure$/);
});
