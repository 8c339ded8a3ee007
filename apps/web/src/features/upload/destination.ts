import { formatCount } from "@headroom/core/format";
import type { UploadForm } from "./upload-form.ts";

export type DestinationNames = Pick<UploadForm, "service" | "experiment">;

const MAX_NAME_LENGTH = 200;
const BETWEEN = " / ";

export function destinationText({ service, experiment }: DestinationNames): string {
  return service === "" ? experiment : `${service}${BETWEEN}${experiment}`;
}

/** Both names are empty until there is a slash: names of experiments have slashes more often than those of services. */
export function readDestination(text: string): DestinationNames {
  const spaced = text.indexOf(BETWEEN);
  const at = spaced < 0 ? text.indexOf("/") : spaced;
  if (at < 0) return { service: "", experiment: "" };
  const end = at + (spaced < 0 ? 1 : BETWEEN.length);
  return { service: text.slice(0, at).trim(), experiment: text.slice(end).trim() };
}

/** The words to search for, wherever the text is divided. */
export function destinationSearch({ destination, service, experiment }: UploadForm): string {
  const text = service === "" && experiment === "" ? destination : `${service} ${experiment}`;
  return text.trim().slice(0, MAX_NAME_LENGTH);
}

/** Why nothing can be sent there yet; null: it can. */
export function destinationObstacle(form: Pick<UploadForm, "destination" | "service" | "experiment">) {
  const { service, experiment } = { service: form.service.trim(), experiment: form.experiment.trim() };
  if (form.destination.trim() === "") return "Choose an experiment, or enter a new one.";
  if (service === "" && experiment === "")
    return "Enter the service and the experiment, separated by a slash.";
  if (service === "") return "Enter the service before the slash.";
  if (experiment === "") return "Enter the experiment after the slash.";
  if (service.length > MAX_NAME_LENGTH) return `The service can have at most ${MAX_NAME_LENGTH} characters.`;
  return experiment.length > MAX_NAME_LENGTH
    ? `The experiment can have at most ${MAX_NAME_LENGTH} characters.`
    : null;
}

/** What exists of it. Undefined: nobody knows yet. */
export interface FoundDestination {
  service: { name: string } | null;
  experiment: { name: string } | null;
}

/** What happens to the run. */
export function destinationWords(names: DestinationNames, found: FoundDestination): string {
  const service = found.service?.name ?? names.service.trim();
  return found.experiment === null
    ? `${newExperimentWords(names, found)} will be created.`
    : `The run will be added to “${found.experiment.name}” in “${service}”.`;
}

function newExperimentWords(names: DestinationNames, { service }: FoundDestination): string {
  const where = service === null ? `the new service “${names.service.trim()}”` : `“${service.name}”`;
  return `A new experiment “${names.experiment.trim()}” in ${where}`;
}

/** Below a list of experiments that doesn't have them all. */
export function moreWords(shown: number, total: number): string | null {
  return total > shown
    ? `${formatCount(shown)} of ${formatCount(total)} experiments. Type to narrow the list.`
    : null;
}

interface Suggested {
  id: string;
  name: string;
  service: { slug: string; name: string };
}

const NEW_OPTION = "new";

/** Existing experiments by service, those that ran last first, and what is typed if it doesn't exist. */
export function destinationGroups(
  names: DestinationNames,
  suggested: readonly Suggested[],
  found: FoundDestination | undefined,
) {
  const groups = [...Map.groupBy(suggested, ({ service }) => service.slug).values()].map((some) => ({
    title: some[0]?.service.name ?? "",
    options: some.map(({ id, name }) => ({ id, title: name })),
  }));
  if (found === undefined || found.experiment !== null) return groups;
  const { service, experiment } = names;
  const made = {
    id: NEW_OPTION,
    title: `New experiment “${experiment.trim()}” in ${found.service?.name ?? service.trim()}`,
    ...(found.service === null ? { detail: "The service is new, too." } : {}),
    isNew: true,
  };
  return [...groups, { title: null, options: [made] }];
}
