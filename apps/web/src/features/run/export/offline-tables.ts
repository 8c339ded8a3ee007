import { VERDICT_WORDS, formatCount } from "@headroom/ui";
import { prepareBeside } from "../figures/prepare-beside.ts";
import { prepareErrors } from "../tables/prepare-errors.ts";
import { prepareFigures, shownSummary } from "../figures/prepare-figures.ts";
import { countedItems, prepareLabel, verdictsByLabel } from "../tables/prepare-labels.ts";
import { clockFrom, prepareGaugeRows } from "../tables/prepare-gauge-rows.ts";
import { prepareWorkload } from "../figures/prepare-workload.ts";
import { windowName } from "../view/window-words.ts";
import { markup } from "./html.ts";
import type { Html } from "./html.ts";
import type { OfflineInput } from "./offline-input.ts";
import { list, section } from "./offline-section.ts";

export function figures({ detail, view, window }: OfflineInput): Html {
  const { successful, label } = view;
  const beside = label === null ? prepareBeside(detail.answer, window) : null;
  const table = prepareFigures({
    window,
    successful,
    beside,
    price: label === null ? detail.price : null,
  });
  const workload = prepareWorkload(detail);
  return markup`${section(
    "Metrics",
    markup`<table>
        <thead>
          <tr>
            <th></th>
            <th class="r">${table.shown.name}</th>
            ${table.beside === null ? null : markup`<th class="r">${table.beside.name}</th>`}
            <th class="r">slower requests</th>
          </tr>
        </thead>
        <tbody>
          ${table.rows.map(
            (row) =>
              markup`<tr>
                <th>${row.name}</th>
                <td class="r"><b>${row.shown}</b></td>
                ${table.beside === null ? null : markup`<td class="r">${row.beside ?? ""}</td>`}
                <td class="r">${row.beyond ?? ""}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${table.note === null ? null : markup`<p class="meta">${table.note}</p>`}`,
  )}${workload === null ? null : section("Workload", list(workload.rows))}`;
}

export function labels({ detail, view, window, labels: page }: OfflineInput): Html | null {
  if (page.labels.length === 0) return null;
  const context = {
    requests: shownSummary(window, view.successful).requests,
    items: countedItems(shownSummary(window, view.successful)),
    verdicts: verdictsByLabel(detail.answer.targets),
    errorsAtLeast: window.summary.errorsAtLeast,
  };
  const rows = page.labels.map((label) => prepareLabel(label, context));
  const more = page.found - rows.length;
  const hasItems = context.items !== null;
  const heads = [
    "Share",
    "req/s",
    ...(hasItems ? ["Items, %", "items/s"] : []),
    "p50",
    "p90",
    "p95",
    "p99, ms",
    "p99.9",
    "Max",
    "Errors",
  ];
  return section(
    `Labels (${formatCount(page.found)})`,
    markup`<div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Label</th>
              ${heads.map((head) => markup`<th class="r">${head}</th>`)}
              <th></th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                markup`<tr>
                  <th>
                    <code>${row.label}</code>${row.note === null ? null : markup`<small>${row.note}</small>`}
                  </th>
                  ${[
                    `${row.share}%`,
                    row.throughput,
                    ...(hasItems ? [`${row.itemsShare}%`, row.items] : []),
                    row.p50,
                    row.p90,
                    row.p95,
                    row.p99,
                    row.p999,
                    row.max,
                    row.errors,
                  ].map((text) => markup`<td class="r">${text}</td>`)}
                  <td>
                    ${
                      row.verdict === null
                        ? null
                        : markup`<b class="pill ${row.verdict}">${VERDICT_WORDS[row.verdict]}</b>`
                    }
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${more > 0 ? markup`<p class="meta">${formatCount(more)} more labels are in the CSV export.</p>` : null}`,
  );
}

/** What each gauge did, and what stayed level while something waited. */
export function gauges({ detail, gauges: all, meanwhile }: OfflineInput): Html | null {
  if (all.length === 0) return null;
  const rows = prepareGaugeRows(all, clockFrom(detail.answer.run.startedAt));
  return section(
    "Gauges",
    markup`${
      meanwhile.length === 0
        ? null
        : markup`<ul>
              ${meanwhile.map((sentence) => markup`<li>${sentence}</li>`)}
            </ul>`
    }
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Gauge</th>
              <th>Usual range</th>
              <th>With the least and the most load</th>
              <th>What it did</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ name, band, ends, byLoad, sentences }) =>
                markup`<tr>
                  <th><code>${name}</code></th>
                  <td>${band ?? "too few values"}${ends === null ? null : markup`<small>${ends}</small>`}</td>
                  <td>${byLoad === null ? "-" : `${byLoad.low}; ${byLoad.high}`}</td>
                  <td>${sentences.length === 0 ? "-" : sentences.join(" ")}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`,
  );
}

export function errors({ detail, failures, window }: OfflineInput): Html | null {
  const { errors: total } = detail.answer.summary;
  const { rows, hasTimes, coverage, note } = prepareErrors(failures, {
    origin: detail.origin?.toISOString() ?? null,
    total: window.kind === "whole" ? window.summary.errors : total,
    inWindow: window.kind === "whole" ? null : { name: windowName(window), errors: window.summary.errors },
  });
  if (rows.length === 0) return null;
  const notes = [coverage, note].filter((text) => text !== null);
  return section(
    `Errors in the ${failures.window.kind === "whole" ? "whole run" : windowName(window)}`,
    markup`<table>
        <thead>
          <tr>
            <th>Reason</th>
            ${hasTimes ? markup`<th class="r">First</th><th class="r">Last</th>` : null}
            <th class="r">Count</th>
            <th class="r">Share</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ reason, times, share, first, last }) =>
              markup`<tr>
                <th><code>${reason}</code></th>
                ${hasTimes ? markup`<td class="r">${first ?? "-"}</td><td class="r">${last ?? "-"}</td>` : null}
                <td class="r">${times}</td>
                <td class="r">${share}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${notes.map((text) => markup`<p class="meta">${text}</p>`)}`,
  );
}
