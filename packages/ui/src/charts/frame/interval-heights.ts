/** A group of rows, as far as its height goes. */
interface Group {
  title: string;
  rows: readonly { detail?: string | null }[];
}

const ROW = 30;
/** Of rows with their figures under the name. */
const TALL_ROW = 42;
const GROUP = 26;
/** For the names of the sides, above everything. */
export const INTERVALS_HEAD = 20;
export const INTERVALS_FOOT = 40;

export const groupHeadHeight = ({ title }: Group) => (title === "" ? 0 : GROUP);
export const intervalRowHeight = ({ rows }: Group) =>
  rows.some(({ detail = null }) => detail !== null) ? TALL_ROW : ROW;

/** Of a chart of intervals, without its caption. */
export function intervalsHeight(groups: readonly Group[]): number {
  return groups.reduce(
    (sum, group) => sum + groupHeadHeight(group) + group.rows.length * intervalRowHeight(group),
    INTERVALS_HEAD + INTERVALS_FOOT,
  );
}
