import { expectedRate } from "@headroom/core";
import { VERDICT_WORDS, unitAfter } from "@headroom/ui";
import {
  prepareGauges,
  prepareHistogram,
  preparePercentileCurve,
  prepareTimeline,
} from "@headroom/ui/charts";
import type { TimeModel } from "@headroom/ui/charts";
import type { RunDetail } from "@headroom/services";
import { prepareDistribution, shownDistribution } from "../timeline/prepare-distribution.ts";
import { prepareProofNote } from "../figures/prepare-proof.ts";
import { prepareTargetCells } from "../verdict/prepare-target-cells.ts";
import { gaugesInput, timelineFrame, timelineInput } from "../timeline/timeline-input.ts";
import type { TimelineFrame } from "../timeline/timeline-input.ts";
import { markup } from "./html.ts";
import type { Html } from "./html.ts";
import { drawCurve, drawHistogram, drawPanel } from "./svg.ts";
import type { OfflineInput } from "./offline-input.ts";
import { section } from "./offline-section.ts";

export function targets({ answer, loadModel, steady }: RunDetail): Html {
  const judged = { proof: answer.proof, loadModel, steady };
  const cells = prepareTargetCells(answer, (...figure) => prepareProofNote(judged, ...figure));
  return markup`<ul class="strip">
    ${cells.map(
      ({ title, verdict, value, unit, caption, proof: note }) =>
        markup`<li>
          <span>${title}</span>${
            verdict === "untargeted" ? null : markup`<b class="pill ${verdict}">${VERDICT_WORDS[verdict]}</b>`
          }
          <p>
            <strong>${value ?? "not reported"}</strong>${value === null ? "" : unitAfter(unit)}
            ${note === null ? null : markup`<span class="grade" title="${note.title}">${note.grade}</span>`}
          </p>
          <small>${caption}</small>
        </li>`,
    )}
  </ul>`;
}

export function charts(input: OfflineInput): Html {
  const { detail, view, window } = input;
  const frame = timelineFrame(detail.answer, detail.steady, view.label, expectedRate(detail.workload));
  const { successful } = view;
  const distribution = shownDistribution(window, successful);
  const around = prepareDistribution(detail, window, { successful, frame });
  const curve =
    distribution === null
      ? null
      : preparePercentileCurve({
          runs: [{ key: "run", name: "this run", requests: around.requests, points: distribution.curve }],
          targets: around.targets,
        });
  return markup`${overTime(input, frame)}${
    distribution === null || curve === null
      ? null
      : section(
          "Distribution",
          markup`<p class="meta">${around.caption}</p>
            ${drawCurve(curve)}${drawHistogram(
              prepareHistogram({ bars: distribution.histogram, marks: around.marks }),
            )}`,
        )
  }`;
}

function overTime(input: OfflineInput, frame: TimelineFrame): Html {
  const { detail, view, window, timeline, events, comments, gauges } = input;
  if (timeline === null) {
    const beside = prepareGauges(gaugesInput(detail.answer.run, { events, gauges }));
    return section(
      "Throughput and latency",
      markup`<p>This run has no time series: its source reports only totals.</p>
        ${drawPanels(beside)}`,
    );
  }
  const drawn = window.kind === "custom" ? window : null;
  const over = prepareTimeline(timelineInput(frame, timeline, { window: drawn, events, comments, gauges }));
  return section(
    view.label === null ? "Throughput and latency" : `Throughput and latency of ${view.label.name}`,
    markup`${drawPanels(over)}
      <p class="meta">${over.pointText}</p>`,
  );
}

function drawPanels(model: TimeModel): Html[] {
  return model.panels.map((panel, index) => drawPanel(model, panel, index === 0));
}
