import { SOME_LABELS_WORDS } from "@headroom/core";
import type { Found } from "@headroom/services";
import { formatDate, outcomeState, VERDICT_WORDS } from "@headroom/ui";
import type { OutcomeState, PaletteGroup, PaletteItem } from "@headroom/ui";
import { peakDayAddress, readinessAddress } from "../peak-day/addresses.ts";
import type { PageCommand } from "../shell/page-commands.ts";
import { serviceAddress } from "../shell/service-address.ts";
import { THEMES, THEME_WORDS } from "../shell/theme.ts";
import type { Theme } from "../shell/theme.ts";
import { sloAddress } from "../slo/addresses.ts";
import { pagesMatching } from "./pages.ts";

interface PaletteInput {
  /** What was typed. */
  text: string;
  /** Null: not read yet. */
  found: Found | null;
  /** It is what was found for something else, until the answer for this arrives. */
  isStale?: boolean;
  /** Of the page that is open. */
  commands: readonly PageCommand[];
}

/** What choosing an item does. Any other ID is the address that it opens. */
export type Chosen =
  | { does: "go"; href: string }
  | { does: "run"; command: PageCommand }
  | { does: "theme"; theme: Theme };

const NOTHING: Found = {
  experiments: [],
  runs: [],
  services: [],
  peakDays: [],
  slos: [],
  gamedays: [],
  findings: [],
};

const COMMAND = "command:";
const THEME = "theme:";

/** Commands of the page first, then what was found, then pages and themes. */
export function preparePalette({ text, found, isStale = false, commands }: PaletteInput): PaletteGroup[] {
  const matches = matcherOf(text);
  const things = found ?? NOTHING;
  const groups = [
    { title: "Services", items: things.services.map(serviceItem) },
    { title: "Experiments", items: things.experiments.map(experimentItem) },
    { title: "Runs", items: things.runs.map(runItem) },
    { title: "Peak days", items: things.peakDays.flatMap((day) => peakDayItems(day, matches)) },
    { title: "SLOs", items: things.slos.map(sloItem) },
    { title: "Gamedays", items: things.gamedays.map(gamedayItem) },
    { title: "Open findings", items: things.findings.map(findingItem) },
  ];
  return [
    { title: "On this page", items: commandItems(commands, matches) },
    ...(isStale ? groups.map((group) => onlyMatching(group, matches)) : groups),
    { title: "Pages", items: pagesMatching(matches) },
    { title: "Theme", items: themeItems(matches) },
  ];
}

/** Enter, pressed before the answer arrives, opens nothing that wasn't typed. */
function onlyMatching({ title, items }: PaletteGroup, matches: (text: string) => boolean): PaletteGroup {
  return { title, items: items.filter((item) => matches(`${item.title} ${item.detail ?? ""}`)) };
}

/** What the item of an ID does. */
export function chosenOf(id: string, commands: readonly PageCommand[]): Chosen {
  if (id.startsWith(COMMAND)) {
    const command = commands[Number(id.slice(COMMAND.length))];
    if (command?.href !== undefined) return { does: "go", href: command.href };
    if (command !== undefined) return { does: "run", command };
  }
  const theme = THEMES.find((one) => id === `${THEME}${one}`);
  return theme === undefined ? { does: "go", href: id } : { does: "theme", theme };
}

/** Whether a text contains every word that was typed. */
function matcherOf(text: string): (candidate: string) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (candidate) => words.every((word) => candidate.toLowerCase().includes(word));
}

function commandItems(commands: readonly PageCommand[], matches: (text: string) => boolean): PaletteItem[] {
  return commands.flatMap(({ title, words = "" }, place) =>
    matches(`${title} ${words}`) ? [{ id: `${COMMAND}${place}`, title }] : [],
  );
}

function themeItems(matches: (text: string) => boolean): PaletteItem[] {
  return THEMES.filter((theme) => matches(`${THEME_WORDS[theme]} theme mode appearance`)).map((theme) => ({
    id: `${THEME}${theme}`,
    title: `${THEME_WORDS[theme]} theme`,
  }));
}

function serviceItem({ slug, name }: Found["services"][number]): PaletteItem {
  return { id: serviceAddress(slug), title: name };
}

function experimentItem({
  id,
  name,
  groupName,
  serviceName,
  outcome,
  someLabels,
}: Found["experiments"][number]) {
  const marks = [serviceName, groupName, outcome === null ? null : wordsOf(outcome, someLabels)];
  return {
    id: `/experiments/${id}`,
    title: name,
    detail: marks.filter((mark) => mark !== null).join(" · "),
  };
}

/** "Holds (some labels)" */
function wordsOf(state: OutcomeState, someLabels: boolean): string {
  return `${VERDICT_WORDS[state]}${someLabels ? ` (${SOME_LABELS_WORDS.mark})` : ""}`;
}

function runItem(run: Found["runs"][number]) {
  const marks = [run.serviceName, run.environment, run.commit?.slice(0, 7)].filter(Boolean);
  return {
    id: `/runs/${run.id}`,
    title: `${run.experimentName}, run ${run.number}`,
    detail: [
      ...marks,
      wordsOf(outcomeState(run.outcome), run.someLabels),
      ...(run.setAside === null ? [] : ["set aside"]),
    ].join(" · "),
  };
}

/** The day, unless only its report is meant, and its report. */
function peakDayItems(
  { id, name, serviceName, startsAt, timeZone }: Found["peakDays"][number],
  matches: (text: string) => boolean,
): PaletteItem[] {
  const detail = `${serviceName} · ${formatDate(startsAt, timeZone)}`;
  const day = { id: peakDayAddress(id), title: name, detail };
  const report = { id: readinessAddress(id), title: `Readiness of ${name}`, detail };
  return matches(`peak day ${name} ${serviceName}`) ? [day, report] : [report];
}

function sloItem({ id, name, serviceName, serviceSlug }: Found["slos"][number]): PaletteItem {
  return { id: sloAddress(serviceSlug, id), title: name, detail: serviceName };
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
