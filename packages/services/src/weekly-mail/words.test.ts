import { describe, expect, it } from "vitest";
import type { ReadinessReport } from "@headroom/contract";
import type { NewsEvidence } from "@headroom/core";
import type { Week } from "./week.ts";
import { weeklyMail } from "./words.ts";

const shop = { slug: "shop", name: "Shop" };
const noSlos = { watched: 0, known: 0, worse: 0, stillBurning: 0, simulated: 0 };
const evidence = (more: Partial<NewsEvidence> = {}): NewsEvidence => ({
  runs: 12,
  simulatedRuns: 0,
  experiments: 5,
  compared: 5,
  missed: 0,
  slos: noSlos,
  ...more,
});
const quiet: Week = {
  workspaceName: "Acme",
  since: new Date("2026-11-23T07:00:00Z"),
  now: new Date("2026-11-30T07:00:10Z"),
  timeZone: "Europe/Berlin",
  worse: [],
  worseTotal: 0,
  slos: [],
  evidence: evidence(),
  stale: [],
  staleTotal: 0,
  next: null,
};
const fell: Week["worse"][number] = {
  experiment: { id: "e", name: "Mix" },
  service: shop,
  run: { id: "r", number: 12 },
  outcome: "misses",
  before: "holds",
  otherTargets: false,
  simulated: false,
  someLabels: false,
};
const burning: Week["slos"][number] = {
  id: "o",
  name: "Fast",
  service: shop,
  since: quiet.now,
  state: "burning-fast",
};

const mail = (week: Partial<Week> = {}, webUrl = "https://headroom.example") =>
  weeklyMail({
    to: "ada@mail.example",
    week: { ...quiet, ...week },
    webUrl,
    stopUrl: `${webUrl}/weekly-mail/secret`,
  });
const subjectOf = (found: Partial<NewsEvidence>) => mail({ evidence: evidence(found) }).subject;

describe("the headline", () => {
  it("says how much got worse", () => {
    const slos = { watched: 3, known: 3, worse: 1, stillBurning: 0, simulated: 0 };
    const week = { worse: [fell], worseTotal: 2, slos: [burning], evidence: evidence({ slos }) };
    expect(mail(week).subject).toBe("Acme: 2 experiments and 1 SLO got worse");
  });

  it("of an SLO that burned and then fell silent isn't followed by a doubt about it", () => {
    const slos = { watched: 1, known: 0, worse: 1, stillBurning: 0, simulated: 0 };
    const found = evidence({ runs: 0, experiments: 0, compared: 0, slos });
    const { subject, text } = mail({ slos: [burning], evidence: found });
    expect(subject).toBe("Acme: 1 SLO got worse");
    expect(text).not.toContain("nobody knows");
  });

  it("says that nothing got worse only if that is known of everything", () => {
    const known = { watched: 2, known: 2, worse: 0, stillBurning: 0, simulated: 0 };
    expect(subjectOf({ slos: known })).toBe("Acme: nothing got worse");
    const partly = "Acme: nothing that could be compared got worse";
    expect(subjectOf({ compared: 4 })).toBe(partly);
    // The traffic stopped: an outage, or nobody sends it any more.
    expect(subjectOf({ slos: { ...known, known: 0 } })).toBe(partly);
  });

  it("claims nothing about runs that couldn't be compared, or never arrived", () => {
    const none = { runs: 0, experiments: 0, compared: 0 };
    const known = { watched: 1, known: 1, worse: 0, stillBurning: 0, simulated: 0 };
    expect(subjectOf({ compared: 0 })).toBe("Acme: no run could be compared");
    expect(subjectOf(none)).toBe("Acme: no runs arrived");
    expect(subjectOf({ ...none, slos: { ...known, known: 0 } })).toBe("Acme: no runs arrived");
    expect(subjectOf({ ...none, slos: known })).toBe("Acme: no SLO got worse, and no runs arrived");
  });
});

describe("the text", () => {
  it("says on what it is based, and lists the rest", () => {
    const slos = { watched: 3, known: 2, worse: 0, stillBurning: 1, simulated: 1 };
    const found = evidence({ simulatedRuns: 2, compared: 4, missed: 1, slos });
    const ended = { ...fell, endsAt: new Date("2026-11-27T07:00:00Z"), ended: true };
    expect(mail({ evidence: found, stale: [ended], staleTotal: 1 }).text).toBe(
      [
        "Nothing that could be compared got worse.",
        "",
        "Acme, 23 Nov 2026, 08:00 – 30 Nov 2026, 08:00 (Europe/Berlin)",
        "",
        "12 runs of 5 experiments arrived, 2 of them simulated.",
        "Compared with an earlier run, or with a baseline: 4 of 5 experiments.",
        "The latest run misses a target: 1 of 5 experiments.",
        "3 SLOs with alerts are watched.",
        "With simulated traffic: 1 SLO.",
        "Not known, because traffic or checks are missing: 1 SLO.",
        "Still burning error budget, or spent, since before: 1 SLO.",
        "",
        "1 proof needs a new run",
        "-----------------------",
        "* Mix (Shop): Its proof ended 3 days ago, so it proves nothing.",
        "  https://headroom.example/experiments/e",
        "",
        "Next peak day",
        "-------------",
        "No peak day is planned.",
        "",
        "Overview: https://headroom.example/",
        "",
        "You get this mail on Mondays because you turned it on in your account: https://headroom.example/account",
        "Stop it: https://headroom.example/weekly-mail/secret",
      ].join("\n"),
    );
  });

  it("says of a week without runs that nobody knows, and covers all of a longer time", () => {
    const found = evidence({ runs: 0, experiments: 0, compared: 0 });
    const { text } = mail({ evidence: found, since: new Date("2026-11-09T07:00:00Z") });
    expect(text).toContain("9 Nov 2026, 08:00 – 30 Nov 2026, 08:00");
    expect(text).toContain("No runs arrived.\nSo nobody knows whether anything got worse.");
    expect(text).not.toContain("Nothing");
  });

  it("marks what a simulator made up, and says how much isn't listed", () => {
    const week = { worse: [{ ...fell, simulated: true }], worseTotal: 30 };
    const { text } = mail({ ...week, evidence: evidence({ runs: 1, simulatedRuns: 1, experiments: 1 }) });
    expect(text).toContain("1 run of 1 experiment arrived, all simulated.");
    expect(text).toContain(
      "* Mix (Shop): Misses, was holding. Simulated run 12.\n  https://headroom.example/runs/r",
    );
    expect(text).toContain("29 more got worse");
  });

  it("counts down to the next peak day, with its readiness", () => {
    const report = {
      peakDay: { id: "p", name: "Black Friday", startsAt: "2026-12-12T06:00:00Z" },
      service: shop,
      verdict: "not-ready",
      phase: "before",
      sentence: "No proof.",
    } as unknown as ReadinessReport;
    const { text } = mail({
      next: {
        report,
        further: 1,
        running: [
          { id: "q", name: "Sale", service: shop, lead: "Running.", state: null, live: null },
          { id: "p", name: "Black Friday", service: shop, lead: "Running.", state: null, live: null },
        ],
      },
    });
    expect(text).toContain("* Sale: Running now.\n  https://headroom.example/peak-days/q\n");
    expect(text).toContain("* Black Friday (Shop, in 11 days): Not ready. No proof.\n");
    expect(text).toContain("1 more is planned.");
    expect(text).not.toContain("* Black Friday: Running now.");
  });
});

describe("names that people choose", () => {
  const evil = `<img src=x onerror=alert(1)> & "q"\r\nBcc: all@mail.example`;

  it("begin no header and no line, and are no markup", () => {
    const hostile = {
      ...fell,
      experiment: { id: "e", name: evil },
      service: { slug: `"/><script>`, name: evil },
    };
    const {
      subject,
      text,
      html = "",
    } = mail({
      workspaceName: evil,
      worse: [hostile],
      worseTotal: 1,
      slos: [{ ...burning, ...hostile, name: evil, state: "spent" }],
    });
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/^Bcc/m);
    expect(html).not.toMatch(/<(img|script)/i);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;q&quot; Bcc: all@mail.example");
    expect(html).toContain("/services/%22%2F%3E%3Cscript%3E/slos/");
  });

  it("load nothing: the page has no image, script, frame or outside style", () => {
    expect(mail({ worse: [fell], worseTotal: 1 }).html).not.toMatch(
      /src=|url\(|<link|<script|<iframe|@import/i,
    );
  });
});

it("can be stopped with one press, if this server is encrypted (RFC 8058)", () => {
  expect(mail().headers).toEqual({
    "List-Unsubscribe": "<https://headroom.example/weekly-mail/secret/stop>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  expect(mail({}, "http://127.0.0.1:4000").headers).toEqual({
    "List-Unsubscribe": "<http://127.0.0.1:4000/weekly-mail/secret/stop>",
  });
});
