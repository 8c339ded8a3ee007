import type { ExperimentDetail } from "@headroom/services";
import { formatFigure, formatLength } from "@headroom/ui";
import { FIELD_WORDS, shown } from "./form-values.ts";

export interface StatedFile {
  /** `headroom.yaml of main, commit a41f9c2` */
  file: string;
  differences: { name: string; here: string; stated: string }[];
}

/** What the experiment's file says that the experiment isn't. */
export function prepareStated({
  file,
  branch,
  commit,
  differences,
}: NonNullable<ExperimentDetail["stated"]>): StatedFile {
  const from = [
    branch === null ? "" : ` of ${branch}`,
    commit === null ? "" : `, commit ${commit.slice(0, 10)}`,
  ];
  return {
    file: `${file}${from.join("")}`,
    differences: differences.map(({ field, stated, present }) => ({
      name: FIELD_WORDS[field],
      here: words(field, present),
      stated: words(field, stated),
    })),
  };
}

function words(
  field: NonNullable<ExperimentDetail["stated"]>["differences"][number]["field"],
  value: string | number | boolean | readonly string[] | null,
): string {
  if (typeof value === "number" && field === "durationSeconds") return formatLength(value);
  if (typeof value === "number" && field === "ratePerGenerator") return `${formatFigure(value)} req/s`;
  if (field === "tags" && Array.isArray(value)) return value.length === 0 ? "no tags" : value.join(", ");
  return shown(value);
}
