import { readFileSync } from "node:fs";

/** What the page says about one file of a tool. */
export interface FileClaim {
  file: string;
  format: string;
  kind: string;
  timeSeries: string;
  grade: string;
  loses: string;
}

export interface ToolSection {
  title: string;
  files: FileClaim[];
  /** The commands that send something. */
  sends: string[];
}

export interface ToolOverview {
  title: string;
  file: string;
  kind: string;
  timeSeries: string;
  grade: string;
  /** "yes; wrk2: no": whether a stall hides requests. */
  coordinatedOmission: string;
}

const PAGE = readFileSync(new URL("../../../../docs/load-tools.md", import.meta.url), "utf8");
const [, ...SECTIONS] = PAGE.split(/^## /m);

export function readToolSections(): ToolSection[] {
  return SECTIONS.map((text) => ({
    title: text.slice(0, text.indexOf("\n")),
    files: tableOf(text, "file").map(fileClaim),
    sends: commandsIn(text).filter((command) => /^headroom upload |\$HEADROOM_URL\/v1\/runs/.test(command)),
  }));
}

export function readToolOverview(): ToolOverview[] {
  return tableOf(PAGE, "tool").map(([tool, file, kind, timeSeries, grade, coordinatedOmission]) => ({
    title: /^\[(.+?)\]/.exec(given(tool))?.[1] ?? "",
    file: quoted(file),
    kind: given(kind),
    timeSeries: given(timeSeries),
    grade: given(grade),
    coordinatedOmission: given(coordinatedOmission),
  }));
}

function fileClaim([file, format, kind, timeSeries, grade, loses]: string[]): FileClaim {
  return {
    file: quoted(file),
    format: quoted(format),
    kind: given(kind),
    timeSeries: given(timeSeries),
    grade: given(grade),
    loses: given(loses),
  };
}

/** The rows of the first table whose first column has this name. */
function tableOf(text: string, first: string): string[][] {
  const start = text.search(new RegExp(`^\\| ${first} +\\|`, "m"));
  const [table = ""] = text.slice(Math.max(start, 0)).split("\n\n", 1);
  const rows = table.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function commandsIn(text: string): string[] {
  const fences = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = ""]) => lines);
  return fences.flatMap((lines) => lines.replaceAll("\\\n", " ").split("\n")).filter((line) => line !== "");
}

function given(cell: string | undefined): string {
  if (cell === undefined) throw new Error("a row of the page has too few columns");
  return cell;
}

function quoted(cell: string | undefined): string {
  return given(cell).replaceAll("`", "");
}
