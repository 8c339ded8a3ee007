import { parseTarget } from "@headroom/core";
import type { TargetError } from "@headroom/core";

/** What the uploader enters besides the files; empty means unknown. */
export interface UploadForm {
  /** As it is typed: "Service / Experiment". */
  destination: string;
  service: string;
  experiment: string;
  /** A tool or a format; "auto" leaves it to the first bytes. */
  tool: string;
  unit: string;
  timestamps: string;
  /** Where dates without a zone were written. */
  zone: string;
  load: string;
  /** As the browser's own control writes it, in the viewer's zone. */
  started: string;
  mapping: string;
  /** One a line. */
  targets: string;
  environment: string;
  commit: string;
  branch: string;
  /** Of everything that was running: "0.004 USD/s". */
  price: string;
  /** "true": a simulator made the results up. */
  simulated: string;
  /** "true": it has its place by when it began, however long ago. */
  archive: string;
  /** What was changed for it, in one line. */
  changed: string;
  /** One key a line: "memory=12 GB". */
  configuration: string;
  notes: string;
  /** Patterns of labels, one a line. */
  onlyLabels: string;
  exceptLabels: string;
}

export type UploadField = keyof UploadForm;

export const EMPTY_FORM: UploadForm = {
  destination: "",
  service: "",
  experiment: "",
  tool: "auto",
  unit: "",
  timestamps: "",
  zone: "",
  load: "",
  started: "",
  mapping: "",
  targets: "",
  environment: "",
  commit: "",
  branch: "",
  price: "",
  simulated: "",
  archive: "",
  changed: "",
  configuration: "",
  notes: "",
  onlyLabels: "",
  exceptLabels: "",
};

/** What one generator's file says about itself. */
export interface RunPart {
  run: string;
  generator: string;
}

const SENT_AS_WRITTEN = [
  "unit",
  "timestamps",
  "zone",
  "load",
  "mapping",
  "environment",
  "commit",
  "branch",
  "price",
  "simulated",
  "archive",
  "changed",
  "notes",
] as const satisfies readonly UploadField[];

/** The query of an upload. */
export function uploadQuery(form: UploadForm, part: RunPart | null): URLSearchParams {
  const query = new URLSearchParams({ service: form.service.trim(), experiment: form.experiment.trim() });
  if (form.tool !== "auto") query.set("tool", form.tool);
  for (const name of SENT_AS_WRITTEN) {
    const value = form[name].trim();
    if (value !== "") query.set(name, value);
  }
  const started = form.started === "" ? Number.NaN : new Date(form.started).getTime();
  if (!Number.isNaN(started)) query.set("started", new Date(started).toISOString());
  for (const target of textLines(form.targets)) query.append("target", target);
  for (const line of textLines(form.configuration)) query.append("configuration", line);
  for (const pattern of textLines(form.onlyLabels)) query.append("only-label", pattern);
  for (const pattern of textLines(form.exceptLabels)) query.append("except-label", pattern);
  if (part !== null) {
    query.set("run", part.run);
    query.set("generator", part.generator);
  }
  return query;
}

/** The parameters of a detection: what decides how a file is read. */
export function detectionQuery({ tool, mapping }: Pick<UploadForm, "tool" | "mapping">): URLSearchParams {
  const query = new URLSearchParams();
  if (tool !== "auto") query.set("tool", tool);
  if (mapping.trim() !== "") query.set("mapping", mapping.trim());
  return query;
}

export interface WrongTarget {
  /** Counted from 1, among the lines as they are written. */
  line: number;
  text: string;
  error: TargetError;
}

/** The first target that cannot be read, by the grammar that ingest has too. */
export function wrongTarget(targets: string): WrongTarget | null {
  for (const [at, written] of targets.split("\n").entries()) {
    const text = written.trim();
    if (text === "") continue;
    const parsed = parseTarget(text);
    if (!parsed.ok) return { line: at + 1, text, error: parsed.error };
  }
  return null;
}

export function textLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
