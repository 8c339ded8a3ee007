import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

export interface Sending {
  url: string;
  token: string | null;
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  body: string;
}

/** Sends a body on one of the connections that an agent keeps open. */
export function post(agent: Agent, { url, token, headers = {} }: Sending, body: Buffer): Promise<Answered> {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const length = { "content-length": String(body.length) };
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent, method: "POST", headers: { ...headers, ...authorization, ...length } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (more: string) => (text += more));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: text })).on("error", reject);
      },
    );
    sent.on("error", reject).end(body);
  });
}

export interface Paced {
  /** Milliseconds of each response, in rising order. */
  answers: number[];
  /** Responses that asked to send the body again. */
  again: number;
  /** Milliseconds that the last sender needed, from the first body on. */
  millis: number;
}

export interface Pace {
  senders: number;
  turns: number;
  /** Between two bodies of one sender. */
  everyMillis: number;
}

/**
 * Each sender sends a body each turn, on a connection of its own; a body that was asked for again goes again. Who is late sends the
 * next one at once.
 */
export async function sendPaced(
  { senders, turns, everyMillis }: Pace,
  bodyFor: (sender: number, turn: number) => { to: Sending; body: Buffer },
): Promise<Paced> {
  const paced: Paced = { answers: [], again: 0, millis: 0 };
  const began = performance.now();
  const one = async (sender: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; turn < turns; turn++) {
      const due = began + (turn + sender / senders) * everyMillis;
      await delay(Math.max(0, due - performance.now()));
      const { to, body } = bodyFor(sender, turn);
      await sendUntilTaken(agent, to, body, paced);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: senders }, (_, sender) => one(sender)));
  paced.answers.sort((a, b) => a - b);
  paced.millis = performance.now() - began;
  return paced;
}

async function sendUntilTaken(agent: Agent, to: Sending, body: Buffer, paced: Paced): Promise<void> {
  for (;;) {
    const from = performance.now();
    const { status, body: text } = await post(agent, to, body);
    paced.answers.push(performance.now() - from);
    if (status < 300) return;
    if (status !== 429 && status !== 503) throw new Error(`${to.url}: ${status} ${text.slice(0, 500)}`);
    paced.again += 1;
    await delay(100);
  }
}
