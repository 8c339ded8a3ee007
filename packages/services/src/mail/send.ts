import { z } from "zod";
import type { JobRun } from "@headroom/db";
import { openMail, type Mail } from "./mail.ts";

export type DeliverMail = (mail: Mail) => Promise<void>;

const mailJob = z.object({ sealed: z.string() });

/** Does one job: opens the mail and hands it on. What throws is tried again. */
export async function workMail({
  job,
  secret,
  deliver,
}: {
  job: JobRun;
  secret: Uint8Array;
  deliver: DeliverMail;
}): Promise<void> {
  await deliver(openMail(secret, mailJob.parse(job.payload).sealed));
}

/** By SMTP; `url` as smtp://user:password@host:587 or smtps://…:465. */
export function mailBySmtp({ url, from }: { url: string; from: string }): DeliverMail {
  return async ({ to, subject, text }) => {
    // Whoever sends no mail does not load what sends it.
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({ url, connectionTimeout: 15_000, socketTimeout: 30_000 });
    await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
  };
}
