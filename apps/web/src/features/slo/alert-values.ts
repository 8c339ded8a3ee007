import type { SloAlertAnswer } from "@headroom/contract";

export interface AlertValues {
  /** Separated by commas or spaces. */
  emails: string;
  webhookUrl: string;
  quietFrom: string;
  quietTo: string;
  quietZone: string;
}

export function alertValuesOf({ emails, webhookUrl, quietHours }: SloAlertAnswer, zone: string): AlertValues {
  return {
    emails: emails.join(", "),
    webhookUrl: webhookUrl ?? "",
    quietFrom: quietHours?.from ?? "",
    quietTo: quietHours?.to ?? "",
    quietZone: quietHours?.timeZone ?? zone,
  };
}

/** Without a start or an end, there are no quiet hours. */
export function alertInputOf({ emails, webhookUrl, quietFrom, quietTo, quietZone }: AlertValues) {
  return {
    emails: emails.split(/[\s,;]+/).filter((email) => email !== ""),
    webhookUrl: webhookUrl.trim(),
    quietHours:
      quietFrom === "" || quietTo === ""
        ? null
        : { from: quietFrom, to: quietTo, timeZone: quietZone.trim() },
  };
}

export const ALERT_WORDS: Record<NonNullable<SloAlertAnswer["state"]>, string> = {
  ok: "OK",
  "burning-slowly": "Burning slowly",
  spent: "Budget spent",
  "burning-fast": "Burning fast",
};
