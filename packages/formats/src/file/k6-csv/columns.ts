/** The columns that the parser reads, beside the first three. Which of them a file has is for a script's systemTags. */
const TAGS = ["name", "url", "status", "expected_response", "error", "error_code", "trace_id"] as const;
const OTHER_TAGS = ["extra_tags", "metadata"] as const;

export const FIRST_COLUMNS = ["metric_name", "timestamp", "metric_value"] as const;

/** Where the tags of a file stand. */
export interface PointColumns {
  count: number;
  /** The place of a tag's column, or -1. */
  tags: Record<(typeof TAGS)[number], number>;
  /** Where a tag may be that has no column: "a=1&b=2". */
  others: readonly number[];
}

export function columnsOf(names: readonly string[]): PointColumns {
  const at = (tag: (typeof TAGS)[number]) => names.indexOf(tag, FIRST_COLUMNS.length);
  return {
    count: names.length,
    tags: {
      name: at("name"),
      url: at("url"),
      status: at("status"),
      expected_response: at("expected_response"),
      error: at("error"),
      error_code: at("error_code"),
      trace_id: at("trace_id"),
    },
    others: OTHER_TAGS.map((column) => names.indexOf(column, FIRST_COLUMNS.length)).filter(
      (place) => place >= 0,
    ),
  };
}
