import { parsePrice, PRICE_SYNTAX, toolTitle } from "@headroom/core";
import { formatBytes } from "@headroom/core/format";
import { destinationObstacle } from "./destination.ts";
import { bundlingOf } from "./plan-uploads.ts";
import type { Bundle, Bundling, KnownFile } from "./plan-uploads.ts";
import type { UploadProblem } from "./read-problem.ts";
import { EMPTY_FORM, wrongTarget } from "./upload-form.ts";
import type { UploadField, UploadForm } from "./upload-form.ts";
import type { ChosenFile, FileState } from "./use-detection.ts";

interface UploadViewInput {
  files: readonly ChosenFile[];
  states: readonly FileState[];
  form: UploadForm;
  /** The uploader's choice, where there is one. */
  bundle: Bundle;
  /** What the last try was refused for. */
  problem: UploadProblem | null;
}

export interface UploadView {
  sentence: { lead: string; rest: string };
  /** Null while there is a file that is not known. */
  known: readonly KnownFile[] | null;
  choice: boolean;
  bundle: Bundle;
  /** Why nothing can be sent yet; null: it can. */
  obstacle: string | null;
  button: string;
  errors: Partial<Record<UploadField, string>>;
}

export function prepareUpload({ files, states, form, bundle, problem }: UploadViewInput): UploadView {
  const known = knownFiles(files, states);
  const bundling: Bundling = known === null ? { kind: "fixed", bundle: "form" } : bundlingOf(known);
  const effective = bundling.kind === "choice" ? bundle : "form";
  const errors = { ...errorsOf(problem), ...(hasPrice(form) ? {} : { price: PRICE_HINT }) };
  return {
    sentence: sentenceOf(files, states, known, bundling),
    known,
    choice: bundling.kind === "choice",
    bundle: effective,
    obstacle: obstacleOf(files, known, bundling, form),
    button: buttonOf(files.length, effective),
    errors,
  };
}

function knownFiles(files: readonly ChosenFile[], states: readonly FileState[]): KnownFile[] | null {
  const known = files.flatMap(({ id, file }, at) => {
    const state = states[at];
    if (state?.kind !== "known" || state.answer.format === null) return [];
    return [{ id, name: file.name, bytes: file.size, format: state.answer.format }];
  });
  return files.length > 0 && known.length === files.length ? known : null;
}

function sentenceOf(
  files: readonly ChosenFile[],
  states: readonly FileState[],
  known: readonly KnownFile[] | null,
  bundling: Bundling,
): UploadView["sentence"] {
  if (files.length === 0)
    return {
      lead: "Drop the result files of a load test here.",
      rest: "Headroom detects the format before anything is sent.",
    };
  const lost = states.filter(({ kind }) => kind === "unknown" || kind === "refused").length;
  if (lost > 0)
    return {
      lead:
        files.length === 1
          ? "This file can't be read as is."
          : `${lost} of ${files.length} files can't be read as is.`,
      rest: "Nothing was stored.",
    };
  if (known === null)
    return { lead: `Detecting the format of ${files.length === 1 ? "the file" : "the files"}.`, rest: "" };
  if (bundling.kind === "impossible") return { lead: bundling.reason, rest: "" };
  const size = formatBytes(known.reduce((sum, { bytes }) => sum + bytes, 0));
  return { lead: `${whatWords(known)}, ${size}.`, rest: "Ready to send." };
}

function whatWords(known: readonly KnownFile[]): string {
  const [first] = known;
  if (known.length === 1 && first !== undefined) return `“${first.name}”`;
  return `${known.length} ${toolTitle(first?.format.tool ?? "")} files`;
}

function obstacleOf(
  files: readonly ChosenFile[],
  known: readonly KnownFile[] | null,
  bundling: Bundling,
  form: UploadForm,
): string | null {
  if (files.length === 0) return "Choose a file first.";
  if (known === null) return "Every file needs a known format first.";
  if (bundling.kind === "impossible") return bundling.reason;
  const destination = destinationObstacle(form);
  if (destination !== null) return destination;
  const wrong = wrongTarget(form.targets);
  if (wrong !== null) return `The target on line ${wrong.line} isn't valid.`;
  return hasPrice(form) ? null : "The price isn't valid.";
}

const PRICE_HINT = `${PRICE_SYNTAX.charAt(0).toUpperCase()}${PRICE_SYNTAX.slice(1)}.`;

/** Nothing is a price, too: nobody has to say. */
function hasPrice({ price }: UploadForm): boolean {
  return price.trim() === "" || parsePrice(price) !== null;
}

function buttonOf(files: number, bundle: Bundle): string {
  if (files <= 1) return "Send";
  return bundle === "runs" ? `Send ${files} runs` : `Send ${files} files as one run`;
}

/** The API's words for fields that the page has in the plural. */
const FIELD_OF: Readonly<Record<string, UploadField>> = {
  target: "targets",
  "only-label": "onlyLabels",
  "except-label": "exceptLabels",
};

function errorsOf(problem: UploadProblem | null): UploadView["errors"] {
  if (problem?.field === null || problem === null) return {};
  // "only-label.0" is the first of several.
  const [name = ""] = problem.field.split(".");
  const field = FIELD_OF[name] ?? fieldNamed(name);
  return field === null ? {} : { [field]: [problem.detail, problem.hint].filter(Boolean).join(" ") };
}

function fieldNamed(name: string): UploadField | null {
  return Object.hasOwn(EMPTY_FORM, name) ? (name as UploadField) : null;
}
