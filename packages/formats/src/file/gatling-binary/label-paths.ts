import type { LabelKind, SampleSink } from "@headroom/core";
import type { StringCache } from "./string-cache.ts";

/** Past it a label is looked up by its name each time, so that a file of new ones cannot fill the memory. */
const MAX_KEPT = 50_000;
const NONE = -1;

interface Node {
  groups: Map<number, Node>;
  labels: Map<number, number>;
}

/** The labels of requests and groups, found by the numbers of the strings that their path is made of. */
export class LabelPaths {
  readonly #sink: SampleSink;
  readonly #strings: StringCache;
  readonly #root = emptyNode();
  readonly #kind: LabelKind;
  #kept = 0;

  constructor(sink: SampleSink, strings: StringCache, kind: LabelKind) {
    this.#sink = sink;
    this.#strings = strings;
    this.#kind = kind;
  }

  /** The label of "outer / inner / name"; `path[0..count)` are its strings, the name last. */
  find(path: readonly number[], count: number): number {
    let node: Node | undefined = this.#root;
    for (let depth = 0; depth < count - 1 && node !== undefined; depth++) {
      node = node.groups.get(path[depth] as number);
    }
    return node?.labels.get(path[count - 1] ?? NONE) ?? this.#add(path.slice(0, count));
  }

  #add(path: readonly number[]): number {
    const label = this.#sink.label(path.map((number) => this.#strings.text(number)).join(" / "), this.#kind);
    if (this.#kept >= MAX_KEPT || !path.every((number) => this.#strings.isKept(number))) return label;
    let node = this.#root;
    for (const number of path.slice(0, -1)) {
      let inner = node.groups.get(number);
      if (inner === undefined) {
        inner = emptyNode();
        node.groups.set(number, inner);
        this.#kept += 1;
      }
      node = inner;
    }
    node.labels.set(path.at(-1) ?? NONE, label);
    this.#kept += 1;
    return label;
  }
}

function emptyNode(): Node {
  return { groups: new Map(), labels: new Map() };
}
