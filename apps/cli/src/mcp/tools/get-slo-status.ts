import { z } from "zod";
import { burnRuleState, sloList, sloStatus, slugOf } from "@headroom/contract";
import type { ListedSlo } from "@headroom/contract";
import { rateInWords, spentSoFar } from "@headroom/core";
import { formatCount, formatFixed, formatLength, formatRange, plural } from "@headroom/core/format";
import { readTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";

const range = z.strictObject({ low: z.number(), high: z.number() }).nullable();

export const getSloStatus = readTool({
  name: "get_slo_status",
  title: "Read the SLOs of a service",
  about:
    "Reads how the SLOs of a service are doing on live traffic: error budget left, burn-rate alerts. Figures are ranges where sources count latencies in buckets. `unsure` and `no-requests` are neither kept nor spent.",
  input: z.strictObject({
    service: z.string().min(1).max(200).describe("By name."),
  }),
  output: z.strictObject({
    service: z.string(),
    slos: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        url: z.string(),
        label: z.string().nullable(),
        objectivePercent: z.number(),
        latencyMs: z.number().nullable().describe("A good request takes at most this long."),
        state: sloStatus.shape.state,
        from: z.string(),
        to: z.string(),
        requests: z.number(),
        goodPercent: range,
        budgetLeftPercent: range,
        alerts: z.array(
          z.strictObject({
            severity: z.enum(["page", "ticket"]),
            windowSeconds: z.number(),
            state: burnRuleState,
          }),
        ),
        simulatedTraffic: z.boolean(),
      }),
    ),
  }),
  async run(api, { service: asked }) {
    const { service, slos } = await api.get(sloList, "/v1/slos", { service: slugOf(asked, "service") });
    return {
      lines: [`${plural(slos.length, "SLO")} of service ${quoted(service.name)}.`, ...slos.map(lineOf)],
      data: { service: service.name, slos: slos.map(dataOf) },
    };
  },
});

function dataOf({ id, name, url, label, objectivePercent, latencyMs, status }: ListedSlo) {
  const { state, from, to, requests, goodPercent, budget, burnRates, simulated } = status;
  return {
    id,
    name,
    url,
    label,
    objectivePercent,
    latencyMs,
    state,
    from,
    to,
    requests,
    goodPercent,
    budgetLeftPercent: budget.leftPercent,
    alerts: burnRates.map(({ severity, longSeconds, state: one }) => ({
      severity,
      windowSeconds: longSeconds,
      state: one,
    })),
    simulatedTraffic: simulated !== null,
  };
}

const percent = (value: number) => `${formatFixed(value, 3)}%`;

function lineOf({ name, objectivePercent, latencyMs, label, status, url }: ListedSlo): string {
  const { state, requests, goodPercent, budget, burnRates, from, to, simulated } = status;
  const within = latencyMs === null ? "" : ` within ${latencyMs} ms`;
  const of = label === null ? "" : ` of ${quoted(label)}`;
  const good =
    goodPercent === null ? "" : ` ${formatRange(percent(goodPercent.low), percent(goodPercent.high))} good,`;
  const early = spentSoFar(status);
  const left =
    budget.leftPercent === null
      ? "no budget known"
      : early === null
        ? `${formatRange(percent(budget.leftPercent.low), percent(budget.leftPercent.high))} of the error budget left`
        : `burning at ${rateInWords(early)} so far (${formatLength(early.measuredSeconds)} of ${formatLength(early.windowSeconds)} have requests)`;
  const alerting = burnRates.filter((rule) => rule.state === "alert" || rule.state === "unsure");
  const alerts = alerting.map(
    (rule) =>
      ` ${rule.state === "alert" ? "ALERT" : "unsure"} (${rule.severity}, ${formatLength(rule.longSeconds)}).`,
  );
  return `${quoted(name)}${of}, ${objectivePercent}% good${within}: ${state.toUpperCase()}.${good} ${left}, ${formatCount(requests)} requests from ${from} to ${to}.${alerts.join("")}${simulated === null ? "" : " Part of the traffic is simulated."}${withoutText(status)} ${url}`;
}

function withoutText({ maintenance }: ListedSlo["status"]): string {
  return maintenance
    .map(({ title, from, to }) => ` Without maintenance ${quoted(title)}, ${from} to ${to}.`)
    .join("");
}
