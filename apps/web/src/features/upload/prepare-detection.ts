import type { DetectionAnswer } from "@headroom/contract";
import type { UploadField } from "./upload-form.ts";

export interface Refusal {
  formats: string;
  reason: string;
}

/** Fields that a format needs because its files do not contain them. */
const ASKS: Readonly<Record<string, readonly UploadField[]>> = {
  hgrm: ["unit"],
  "hdr-log": ["unit"],
  "prometheus-text": ["unit", "mapping"],
  "jmeter-csv": ["timestamps", "zone"],
  "jmeter-xml": ["timestamps"],
  "generic-csv": ["mapping", "zone"],
  "generic-ndjson": ["mapping", "zone"],
  "siege-log": ["zone"],
};

/** The fields that the formats of these files may need; of a file that nothing knows, the mapping. */
export function askedFields(formatIds: readonly (string | null)[]): ReadonlySet<UploadField> {
  return new Set(
    formatIds.flatMap((id) =>
      id === null ? ["mapping" as const] : (["load", ...(ASKS[id] ?? [])] as const),
    ),
  );
}

/** Why no format matched: formats with the same reason are grouped, the rarest reason first. */
export function prepareRefusals({ tried, known }: DetectionAnswer): Refusal[] {
  const titles = new Map(known.map(({ id, title }) => [id, title]));
  const byReason = Map.groupBy(tried, ({ reason }) => reason);
  return [...byReason]
    .map(([reason, of]) => ({
      reason,
      formats: of.map(({ id }) => titles.get(id) ?? id).join(", "),
      many: of.length,
    }))
    .toSorted((a, b) => a.many - b.many)
    .map(({ reason, formats }) => ({ reason, formats }));
}

export interface ToolOption {
  value: string;
  label: string;
}

/** For those who know better than the detection. */
export function toolOptions({ known }: Pick<DetectionAnswer, "known">): ToolOption[] {
  const byTitle = known.toSorted((a, b) => a.title.localeCompare(b.title, "en"));
  return [
    { value: "auto", label: "Detect automatically" },
    ...byTitle.map(({ id, title }) => ({ value: id, label: title })),
  ];
}
