import { ProtoWriter } from "@headroom/core/wire";

/** Attributes for tests; each value writes the fields of an AnyValue. */
export type EncodedAttributes = Readonly<Record<string, string | ((value: ProtoWriter) => void)>>;

export interface EncodedMetric {
  name: string;
  unit?: string;
  /** The field of the metric that holds its data: 5 gauge, 7 sum, 9 histogram, 10 exponential histogram, 11 summary. */
  field: number;
  temporality?: number;
  monotonic?: boolean;
  points: readonly ((point: ProtoWriter) => void)[];
}

/** An ExportMetricsServiceRequest with one resource and one scope. */
export function encodedRequest(
  metrics: readonly EncodedMetric[],
  resource: EncodedAttributes = {},
  scope: { name?: string; version?: string; attributes?: EncodedAttributes } = {},
): Uint8Array {
  return new ProtoWriter()
    .message(1, (resourceMetrics) => {
      resourceMetrics.message(1, (message) => attributes(message, 1, resource));
      resourceMetrics.message(2, (scopeMetrics) => {
        scopeMetrics.message(1, (message) => {
          message.text(1, scope.name ?? "").text(2, scope.version ?? "");
          attributes(message, 3, scope.attributes ?? {});
        });
        for (const metric of metrics) scopeMetrics.message(2, (message) => write(message, metric));
      });
    })
    .finish();
}

export function attributes(message: ProtoWriter, field: number, all: EncodedAttributes): void {
  for (const [key, value] of Object.entries(all)) {
    message.message(field, (pair) => {
      pair.text(1, key);
      pair.message(2, (any) => void (typeof value === "string" ? any.text(1, value) : value(any)));
    });
  }
}

function write(
  message: ProtoWriter,
  { name, unit = "", field, temporality = 0, monotonic = false, points }: EncodedMetric,
): void {
  message.text(1, name).text(2, "A description.").text(3, unit);
  message.message(field, (data) => {
    for (const point of points) data.message(1, point);
    data.int(2, temporality).int(3, monotonic ? 1 : 0);
  });
}
