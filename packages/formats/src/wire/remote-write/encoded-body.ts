import { ProtoWriter } from "@headroom/core/wire";

/** A series for tests, encoded by hand from the fields of the protocol's definition. */
export interface EncodedSeries {
  labels: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  samples?: readonly (readonly [value: number, millis: number, startMillis?: number])[];
  histograms?: readonly ((histogram: ProtoWriter) => void)[];
  exemplars?: readonly EncodedExemplar[];
  type?: number;
  unit?: string;
  createdMillis?: number;
}

interface EncodedExemplar {
  labels?: Readonly<Record<string, string>>;
  value?: number;
  millis?: number;
}

export function body1(
  series: readonly EncodedSeries[],
  families: readonly (readonly [string, number])[] = [],
) {
  const body = new ProtoWriter();
  for (const one of series) {
    body.message(1, (message) => {
      for (const [name, value] of pairs(one)) {
        message.message(1, (label) => label.text(1, name).text(2, value));
      }
      values(message, one, { exemplars: 3, histograms: 4 }, (exemplar, names) => {
        for (const [name, value] of names) exemplar.message(1, (label) => label.text(1, name).text(2, value));
      });
    });
  }
  for (const [name, type] of families) {
    body.message(3, (family) => family.int(1, type).text(2, name).text(4, "Help.").text(5, "seconds"));
  }
  return body.finish();
}

export function body2(series: readonly EncodedSeries[]) {
  const symbols = new Map([["", 0]]);
  const refer = (text: string) => {
    const known = symbols.get(text) ?? symbols.size;
    symbols.set(text, known);
    return known;
  };
  const messages = new ProtoWriter();
  for (const one of series) {
    messages.message(5, (message) => {
      message.uints(1, pairs(one).flat().map(refer));
      values(message, one, { exemplars: 4, histograms: 3 }, (exemplar, names) => {
        exemplar.uints(1, names.flat().map(refer));
      });
      const { type = 0, unit = "", createdMillis = 0 } = one;
      message.message(5, (metadata) => metadata.int(1, type).int(3, refer("Help.")).int(4, refer(unit)));
      message.int(6, createdMillis);
    });
  }
  const body = new ProtoWriter();
  for (const symbol of symbols.keys()) body.text(4, symbol);
  return body.raw(messages.finish()).finish();
}

function pairs({ labels }: EncodedSeries): (readonly [string, string])[] {
  return Array.isArray(labels) ? labels : Object.entries(labels);
}

function values(
  message: ProtoWriter,
  { samples = [], histograms = [], exemplars = [] }: EncodedSeries,
  fields: { exemplars: number; histograms: number },
  writeLabels: (exemplar: ProtoWriter, names: [string, string][]) => void,
): void {
  for (const [value, millis, start = 0] of samples) {
    message.message(2, (sample) => sample.double(1, value).int(2, millis).int(3, start));
  }
  for (const histogram of histograms) message.message(fields.histograms, histogram);
  for (const { labels = {}, value = 0.5, millis = 0 } of exemplars) {
    message.message(fields.exemplars, (exemplar) => {
      writeLabels(exemplar, Object.entries(labels));
      exemplar.double(2, value).int(3, millis);
    });
  }
}
