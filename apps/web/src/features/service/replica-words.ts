import type { TrafficAnswer } from "@headroom/contract";

const list = new Intl.ListFormat("en");

/** Which replicas of one collector count; null: there aren't several. */
export function replicaWords(replicas: TrafficAnswer["replicas"]): string | null {
  if (replicas.length < 2) return null;
  const counted = replicas.flatMap(({ name, isCounted }) => (isCounted ? name : []));
  const waiting = replicas.flatMap(({ name, isCounted }) => (isCounted ? [] : name));
  const head = `${replicas.length} replicas of one collector send the same requests, which count once`;
  if (counted.length === 0) return `${head}.`;
  const is = (names: readonly string[]) => `${list.format(names)} ${names.length === 1 ? "is" : "are"}`;
  const rest = waiting.length === 0 ? "" : `, and ${is(waiting)} standing by`;
  return `${head}: ${is(counted)} counted${rest}.`;
}

/** What two senders read; one sentence for each. */
export function readTwiceWords(readTwice: TrafficAnswer["readTwice"]): string[] {
  return readTwice.map(({ label, values, isCountedOnce }) => {
    const [one, other] = values;
    const head = `${label}="${one}" and ${label}="${other}" are the same counters, read by two senders: their readings interleave in each bucket.`;
    const once = "They count once.";
    const twice = "Their requests count twice. Stop one of the two.";
    return `${head} ${isCountedOnce ? once : twice}`;
  });
}
