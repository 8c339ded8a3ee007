import type { Found } from "@headroom/services";
import { formatDate, outcomeState, VERDICT_WORDS } from "@headroom/ui";
import type { PaletteGroup } from "@headroom/ui";
import { SHORTCUTS } from "./shortcuts.ts";

/** An item's id is the address that choosing it opens. */
export function preparePalette(text: string, found: Found | null): PaletteGroup[] {
  return [
    { title: "Experiments", items: (found?.experiments ?? []).map(experimentItem) },
    { title: "Runs", items: (found?.runs ?? []).map(runItem) },
    { title: "Gamedays", items: (found?.gamedays ?? []).map(gamedayItem) },
    { title: "Open findings", items: (found?.findings ?? []).map(findingItem) },
    { title: "Pages", items: pageItems(text) },
  ];
}

function experimentItem({ id, name, groupName, serviceName }: Found["experiments"][number]) {
  return {
    id: `/experiments/${id}`,
    title: name,
    detail: groupName === null ? serviceName : `${serviceName} · ${groupName}`,
  };
}

function runItem(run: Found["runs"][number]) {
  const marks = [run.serviceName, run.environment, run.commit?.slice(0, 7)].filter(Boolean);
  return {
    id: `/runs/${run.id}`,
    title: `${run.experimentName}, run ${run.number}`,
    detail: [
      ...marks,
      VERDICT_WORDS[outcomeState(run.outcome)],
      ...(run.setAside === null ? [] : ["set aside"]),
    ].join(" · "),
  };
}

function gamedayItem({ id, name, serviceName, startsAt, timeZone }: Found["gamedays"][number]) {
  return {
    id: `/gamedays/${id}`,
    title: name,
    detail: `${serviceName} · ${formatDate(startsAt, timeZone)}`,
  };
}

function findingItem({ id, title, owner, gamedayId, gamedayName }: Found["findings"][number]) {
  return {
    id: `/gamedays/${gamedayId}#finding-${id}`,
    title,
    detail: `${gamedayName} · ${owner ?? "nobody yet"}`,
  };
}

function pageItems(text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return SHORTCUTS.flatMap(({ href, words: title, keys }) => {
    const wanted = words.every((word) => title.toLowerCase().includes(word));
    return href !== null && wanted ? [{ id: href, title, detail: keys.join(" then ") }] : [];
  });
}
