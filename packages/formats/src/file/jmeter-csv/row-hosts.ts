import type { LabelTable } from "../../text/label-table.ts";
import type { RecordFields } from "../../text/record.ts";
import { endOfHost, UrlHosts } from "../../text/url-hosts.ts";
import type { Row } from "./row.ts";
import type { RowScan } from "./row-scan.ts";

/** The tested hosts of requests, by their URLs. */
export class RowHosts {
  readonly #labels: LabelTable;
  readonly #hosts = new UrlHosts();

  constructor(labels: LabelTable) {
    this.#labels = labels;
  }

  /** The sink's number of a request, whose URL lies in this field. */
  numberOf(entry: number, { toOtherHost }: Row, fields: RecordFields | null, field: number): number {
    if (fields === null || !toOtherHost) return this.#labels.number(entry, "request");
    return this.#labels.hosted(entry, this.#hosts.find(fields.bytes, fields.from(field), fields.to(field)));
  }

  /** The scan knows one beginning of a URL of each label: that of its first requests. */
  keep(
    scan: RowScan,
    { index, entry }: { index: number; entry: number },
    fields: RecordFields,
    field: number,
  ): void {
    const [from, to] = [fields.from(field), fields.to(field)];
    const end = endOfHost(fields.bytes, from, to);
    if (end === to || !this.#labels.isFirstHost(entry, this.#hosts.find(fields.bytes, from, end))) return;
    scan.keepUrl(index, fields.bytes, from, end + 1);
  }
}
