import { xml } from "./escape.ts";
import { sorted } from "./gate-report.ts";
import type { GateReport } from "./gate-report.ts";
import type { Finding, Outcome } from "./judge-gate.ts";
import { linksOf } from "./report-links.ts";
import { lineOf, nameOf, subjectOf } from "./report-subject.ts";

/** CI systems follow a case through the builds by its class and name, so those have nothing of a single build. */
export function writeJunit(report: GateReport): string {
  const subject = subjectOf(report);
  const name = nameOf(subject);
  const cases = sorted(report).map((finding) => junitCase(finding, name));
  const count = (outcome: Outcome) => report.findings.filter((finding) => finding.outcome === outcome).length;
  const counts = `tests="${cases.length}" failures="${count("fail")}" errors="${count("unsure")}"`;
  const out = [lineOf(subject), ...linksOf(report)].map(xml).join("\n");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="headroom gate: ${xml(name)}" ${counts}>`,
    ...cases,
    `<system-out>${out}</system-out>`,
    "</testsuite>\n",
  ].join("\n");
}

function junitCase({ outcome, about, words }: Finding, suite: string): string {
  const body = {
    fail: `<failure message="${xml(words)}"/>`,
    unsure: `<error message="${xml(words)}"/>`,
    note: `<system-out>${xml(words)}</system-out>`,
    pass: `<system-out>${xml(words)}</system-out>`,
  }[outcome];
  return `<testcase classname="${xml(suite)}" name="${xml(about)}">${body}</testcase>`;
}
