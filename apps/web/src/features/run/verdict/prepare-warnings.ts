import type { RunAnswer } from "@headroom/contract";
import { plural } from "@headroom/core/format";
import { formatCount } from "@headroom/ui";

export interface WarningModel {
  code: string;
  title: string;
  detail: string;
  /** "Lines 3, 17 and 3 more" */
  where: string | null;
}

const TITLES: Record<string, (count: number) => string> = {
  "lines-refused": (count) => `${plural(count, "line was", "lines were")} skipped`,
};

export function prepareWarnings(answer: RunAnswer): WarningModel[] {
  return [
    ...ofStatus(answer.run.status),
    ...answer.warnings.map(({ code, count, detail, lines }) => ({
      code,
      title: TITLES[code]?.(count) ?? titleOf(code, count),
      detail,
      where: whereOf(lines, count),
    })),
  ];
}

function ofStatus(status: RunAnswer["run"]["status"]): WarningModel[] {
  switch (status) {
    case "finished":
      return [];
    case "receiving": {
      const detail = "Some writers are still sending. These are the results of the writers that have ended.";
      return [{ code: "receiving", title: "Still running", detail, where: null }];
    }
    case "interrupted": {
      const detail =
        "This run stopped receiving data before it was finished. What arrived is kept and judged.";
      return [{ code: "interrupted", title: "Interrupted", detail, where: null }];
    }
  }
}

function titleOf(code: string, count: number): string {
  const words = code.replaceAll("-", " ");
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return count > 1 ? `${name} (${formatCount(count)})` : name;
}

function whereOf(lines: readonly number[], count: number): string | null {
  if (lines.length === 0) return null;
  const more = count - lines.length;
  const list = lines.map(formatCount).join(", ");
  const head = lines.length === 1 && more <= 0 ? "Line" : "Lines";
  return more > 0 ? `${head} ${list} and ${formatCount(more)} more` : `${head} ${list}`;
}
