import { expect, it } from "vitest";
import { alertInputOf, alertValuesOf } from "./alert-values.ts";

const nobody = {
  deliveries: null,
  emails: [],
  webhookUrl: null,
  quietHours: null,
  state: null,
  since: null,
  checkedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  signingKey: null,
  previousKeyUntil: null,
};

it("what is read goes back as it is", () => {
  const quietHours = { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" };
  const alert = {
    ...nobody,
    emails: ["a@b.example", "c@d.example"],
    webhookUrl: "https://x.example",
    quietHours,
  };
  const { emails, webhookUrl } = alert;
  expect(alertInputOf(alertValuesOf(alert, "UTC"))).toEqual({ emails, webhookUrl, quietHours });
  expect(alertInputOf(alertValuesOf(nobody, "UTC"))).toEqual({
    emails: [],
    webhookUrl: "",
    quietHours: null,
  });
});

it("emails are separated by commas, spaces or lines", () => {
  const values = { ...alertValuesOf(nobody, "UTC"), emails: " a@b.example;c@d.example,\n e@f.example " };
  expect(alertInputOf(values).emails).toEqual(["a@b.example", "c@d.example", "e@f.example"]);
});
