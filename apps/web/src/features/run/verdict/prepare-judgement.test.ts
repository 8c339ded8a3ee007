import type { JudgementAnswer } from "@headroom/contract";
import { expect, it } from "vitest";
import { judgementNotes } from "./judgement-notes.ts";
import { prepareJudgement } from "./prepare-judgement.ts";

const figures = { before: null, after: null, unit: null, ratio: null, interval: null, limit: null };
const judgement: JudgementAnswer = {
  id: "01a1fe48-0000-7000-8000-000000000001",
  outcome: "regressed",
  reason: null,
  isOwn: false,
  against: "commit",
  policy: { targets: false, minChange: 0.05, detect: 0.1, afterStep: "unsure" },
  rulesVersion: 1,
  decidedAt: "2026-11-23T12:00:00.000Z",
  first: { outcome: "regressed", at: "2026-11-23T12:00:00.000Z" },
  changed: null,
  next: null,
  findings: [
    {
      effect: "fail",
      kind: "change",
      code: "regressed",
      metric: "p99",
      label: null,
      renamedTo: null,
      ...figures,
      window: null,
      runs: null,
      doubt: null,
      evidence: null,
      about: "p99",
      words: "112 ms before, 150 ms now.",
    },
  ],
};
const ID = "01a1fe48-0000-7000-8000-000000000000";

it("a judgement says who asked for it, what was demanded, and everything that was found", () => {
  expect(prepareJudgement(judgement)).toEqual({
    title: "CI judged it against its merge base: regressed.",
    rules:
      "Targets didn't count. Regressions below 5.0% didn't count. It had to be able to show a change of 10%.",
    findings: [
      { key: "0 change regressed", effect: "fail", about: "p99", words: "112 ms before, 150 ms now." },
    ],
  });
  expect(prepareJudgement({ ...judgement, isOwn: true, outcome: "no-change" })).toMatchObject({
    title: "Judgement: no change.",
    rules: "",
  });
});

it("a run that fails after a step says that its workspace wants that", () => {
  const [change] = judgement.findings;
  const findings = change === undefined ? [] : [{ ...change, kind: "trend", code: "default" }];
  const own = { ...judgement, isOwn: true, findings };
  const rules = (afterStep: "unsure" | "fail", one: JudgementAnswer = own) =>
    prepareJudgement({ ...one, policy: { ...one.policy, afterStep } }).rules;
  expect(rules("unsure")).toBe("");
  expect(rules("fail")).toBe(
    "While the trend stays worse, runs of this workspace fail until somebody accepts the new level.",
  );
  expect(rules("fail", { ...judgement, isOwn: true })).toBe("");
});

it("the head of a run links what CI was told, once each and the latest first, and says what changed", () => {
  const later = { ...judgement, id: "01a1fe48-0000-7000-8000-000000000002" };
  const named = { ...judgement, against: "named", outcome: "holds" } as const;
  const own: JudgementAnswer = {
    ...judgement,
    outcome: "holds",
    changed: { at: "2026-11-24T12:00:00.000Z", by: ["baseline", "comparison"] },
  };
  expect(
    judgementNotes(ID, { own, asked: [later, named, judgement], changes: [], byEarlierRules: false }),
  ).toEqual([
    {
      words: expect.stringMatching(
        /^It was first judged “regressed”\. That changed on .+ UTC because of the baseline and the comparison\.$/,
      ),
      href: null,
    },
    {
      words: "CI judged it against its merge base: regressed.",
      href: `/runs/${ID}?judgement=${later.id}`,
    },
    {
      words: "CI judged it against a run that it named: holds.",
      href: `/runs/${ID}?judgement=${named.id}`,
    },
  ]);
});

it("the head of a run says what was there before its branch, and which runs it was compared with, and links all findings", () => {
  const [finding] = judgement.findings;
  if (finding === undefined) throw new Error("there is no finding");
  const said = (kind: string, code: string, words: string) => ({ ...finding, kind, code, words });
  const findings = [
    finding,
    said(
      "trend",
      "branch",
      "On the default branch, p50 has been worse since run #15: 72 ms before, 78 ms since then, +8.3%.",
    ),
    said("trend", "default", "p99 has been worse since run #15: 237 ms before, 254 ms since then, +7.2%."),
    said("reference", "level", "Compared with the level of 9 good runs, #3 to #11."),
  ];
  const own = { ...judgement, isOwn: true, findings };
  const href = `/runs/${ID}?judgement=${own.id}`;
  expect(judgementNotes(ID, { own, asked: [], changes: [], byEarlierRules: false })).toEqual([
    {
      words:
        "On the default branch, p50 has been worse since run #15: 72 ms before, 78 ms since then, +8.3%.",
      href,
    },
    { words: "Compared with the level of 9 good runs, #3 to #11.", href },
  ]);
});
