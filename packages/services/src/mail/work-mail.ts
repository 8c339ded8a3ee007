import { z } from "zod";
import type { JobRun } from "@headroom/db";
import { openMail } from "./mail.ts";
import type { Mail } from "./mail.ts";

export type DeliverMail = (mail: Mail) => Promise<void>;

const mailJob = z.object({ sealed: z.string() });

/** Runs one job: decrypts the email and delivers it. If it throws, the job is retried. */
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

/** Delivers by SMTP. `url` is smtp://user:password@host:587 or smtps://…:465. */
export function mailBySmtp({ url, from }: { url: string; from: string }): DeliverMail {
  return async ({ to, ...mail }) => {
    // Loaded here, so that a server that sends no email doesn't load it.
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({ url, connectionTimeout: 15_000, socketTimeout: 30_000 });
    await transport.sendMail({ from, to: { name: "", address: to }, ...mail });
  };
}
