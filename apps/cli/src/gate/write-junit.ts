import { findingWhy } from "@headroom/core";
import { xml } from "./escape.ts";
import { titleOf, wordsOf } from "./gate-report.ts";
import type { GateReport, ReportedJudgement } from "./gate-report.ts";
import { linksOf } from "./report-links.ts";
import { lineOf, nameOf, subjectOf } from "./report-subject.ts";
import type { Subject } from "./report-subject.ts";

interface Case {
  name: string;
  /** Null: it passed. */
  problem: { element: "failure" | "error"; type: string } | null;
  words: readonly string[];
}

/** CI systems follow a case through the builds by its class and name, so those have nothing of a single build. */
export function writeJunit(report: GateReport): string {
  const subject = subjectOf(report);
  const about = [lineOf(subject), ...linksOf(report)];
  const { findings } = report.judgement;
  const notes = findings.filter(({ effect }) => effect === "note");
  const judged = casesOf(findings.filter(({ effect }) => effect !== "note"));
  return writeSuite({
    subject,
    attributes: timesOf(report),
    properties: propertiesOf(report),
    // Jenkins fails the build if a report has no case.
    cases: judged.length === 0 ? [{ name: "gate", problem: null, words: [titleOf(report)] }] : judged,
    about,
    out: [
      `${titleOf(report)} ${about[0]}`,
      ...notes.map((note) => `${note.about}: ${saidOf(note)}`),
      ...about.slice(1),
    ],
  });
}

/** If nothing was judged: the one case of the gate has an error. */
export function writeJunitError({
  subject,
  code,
  words,
}: {
  subject: Subject;
  code: string;
  words: string;
}): string {
  const about = [lineOf(subject)];
  const cases: Case[] = [{ name: "gate", problem: { element: "error", type: code }, words: [words] }];
  return writeSuite({ subject, attributes: "", properties: [], cases, about, out: about });
}

type Finding = ReportedJudgement["findings"][number];

interface Suite {
  subject: Subject;
  attributes: string;
  properties: readonly (readonly [name: string, value: string])[];
  cases: readonly Case[];
  /** What a reader of a single failure has to know of the run. */
  about: readonly string[];
  out: readonly string[];
}

function writeSuite({ subject, attributes, properties, cases, about, out }: Suite): string {
  const name = nameOf(subject);
  const count = (element: string) => cases.filter(({ problem }) => problem?.element === element).length;
  const counts = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="headroom gate: ${xml(name)}" ${counts}${attributes}>`,
    ...(properties.length === 0 ? [] : ["<properties>", ...properties.map(writeProperty), "</properties>"]),
    ...cases.map((one) => writeCase(one, name, about)),
    `<system-out>${lines(out)}</system-out>`,
    "</testsuite>\n",
  ].join("\n");
}

function writeProperty([name, value]: readonly [string, string]): string {
  return `<property name="${name}" value="${xml(value)}"/>`;
}

/** GitLab shows the text of a failure, and only without a text its attributes; Jenkins shows both. */
function writeCase({ name, problem, words }: Case, suite: string, about: readonly string[]): string {
  const body =
    problem === null
      ? `<system-out>${lines(words)}</system-out>`
      : `<${problem.element} type="${xml(problem.type)}" message="${xml(words.join(" "))}">${lines([...words, ...about])}</${problem.element}>`;
  return `<testcase classname="${xml(suite)}" name="${xml(name)}">${body}</testcase>`;
}

/** Of cases with the same name, CI systems keep one, so what is to say of one thing is in one case. The worst comes first. */
function casesOf(findings: readonly Finding[]): Case[] {
  return [...Map.groupBy(findings, ({ about }) => about)].map(([name, [worst, ...others]]) => ({
    name,
    problem: worst === undefined ? null : problemOf(worst),
    words: [worst, ...others].flatMap((finding) => (finding === undefined ? [] : [saidOf(finding)])),
  }));
}

function problemOf({ effect, kind }: Finding): Case["problem"] {
  if (effect === "fail")
    return { element: "failure", type: kind === "change" ? "regression" : "target missed" };
  return effect === "unsure" ? { element: "error", type: "unsure" } : null;
}

/** Each says all about itself. */
function saidOf(finding: Finding): string {
  const why = findingWhy(finding);
  return why === null ? wordsOf(finding) : `${wordsOf(finding)} ${why}`;
}

/** The schema of JUnit knows no time zone: it is UTC. */
function timesOf({ run }: GateReport): string {
  if (run === null || run.startedAt === null || run.endedAt === null) return "";
  const seconds = (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1_000;
  return ` timestamp="${run.startedAt.slice(0, "2026-03-02T10:00:00".length)}" time="${seconds}"`;
}

function propertiesOf({ run, baseline, comparisonUrl }: GateReport): [string, string][] {
  const all: [string, string | null | undefined][] = [
    ["run", run?.url],
    ["commit", run?.commit],
    ["branch", run?.branch],
    ["baseline", baseline?.url],
    ["comparison", comparisonUrl],
  ];
  return all.flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]]));
}

function lines(all: readonly string[]): string {
  return all.map(xml).join("\n");
}
