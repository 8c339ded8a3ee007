import { z } from "zod";
import { peakDayList, slugOf } from "@headroom/contract";
import { formatFigure, plural } from "@headroom/core/format";
import { readTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";

const MAX_DAYS = 100;

export const listPeakDays = readTool({
  name: "list_peak_days",
  title: "List peak days",
  about: "Lists peak days, latest first, with their expected peak.",
  input: z.strictObject({
    service: z.string().min(1).max(200).optional().describe("By name."),
  }),
  output: z.strictObject({
    peakDays: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        service: z.string(),
        startsAt: z.string(),
        endsAt: z.string(),
        expectedPeakPerSecond: z
          .number()
          .nullable()
          .describe("Null: unknown. Entered, or from growth over an earlier day."),
        url: z.string(),
      }),
    ),
    total: z.number(),
  }),
  async run(api, { service }) {
    const asked = { service: service === undefined ? undefined : slugOf(service, "service") };
    const { peakDays } = await api.get(peakDayList, "/v1/peak-days", asked);
    const days = peakDays
      .slice(0, MAX_DAYS)
      .map(({ id, name, startsAt, endsAt, expectedPeak, growthPeak, url, service: of }) => ({
        id,
        name,
        startsAt,
        endsAt,
        url,
        service: of.name,
        expectedPeakPerSecond: expectedPeak ?? growthPeak,
      }));
    return {
      lines: [
        `${plural(peakDays.length, "peak day")}.`,
        ...days.map((day) => {
          const expected = day.expectedPeakPerSecond;
          const peak = expected === null ? "no expected peak" : `${formatFigure(expected)} req/s expected`;
          return `${quoted(day.name)} of service ${quoted(day.service)} (${day.id}), ${day.startsAt} to ${day.endsAt}: ${peak}. ${day.url}`;
        }),
      ],
      data: { peakDays: days, total: peakDays.length },
    };
  },
});
