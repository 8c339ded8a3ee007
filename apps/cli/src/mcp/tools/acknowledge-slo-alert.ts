import { z } from "zod";
import { sloAlertAnswer } from "@headroom/contract";
import { pathOf } from "../api.ts";
import { writeTool } from "../tool.ts";
import { idInput, readId } from "./inputs.ts";

const needed = sloAlertAnswer.pick({ state: true, acknowledgedAt: true });

export const acknowledgeSloAlert = writeTool({
  name: "acknowledge_slo_alert",
  title: "Acknowledge an SLO alert",
  about:
    "Says that someone looks after the current alert of an SLO. Only do this if the user asks for it. It changes no figure and no budget.",
  scope: "manage",
  input: z.strictObject({ slo: idInput("SLO") }),
  output: z.strictObject({ state: sloAlertAnswer.shape.state, acknowledgedAt: z.string().nullable() }),
  async run(api, { slo }) {
    const id = readId(slo, "SLO");
    // The answer also has the key that webhooks are signed with, which isn't read. Nor are fields that older servers don't send.
    const answer = await api.post(needed, pathOf`/v1/slos/${id}/alert/acknowledge`, {});
    const { state, acknowledgedAt } = answer;
    return {
      lines: [`Acknowledged at ${acknowledgedAt ?? "an unknown time"}. State: ${state ?? "unknown"}.`],
      data: { state, acknowledgedAt },
    };
  },
});
