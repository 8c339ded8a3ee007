import type { DeliveryHealth, SloAlertAnswer } from "@headroom/contract";
import { Sheet, SheetSection, SheetTitle, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { AcknowledgeAlert } from "./acknowledge-alert.tsx";
import { deliveriesOf } from "./addresses.ts";
import { AlertForm } from "./alert-form.tsx";
import { ALERT_WORDS } from "./alert-values.ts";
import { DeliveryHealthText } from "./delivery-health.tsx";

interface AlertSheetProps {
  sloId: string;
  alert: SloAlertAnswer;
  timeZone: string;
  mayEdit: boolean;
  mayManage: boolean;
}

/** The state that people are notified of, and who they are. */
export function AlertSheet({ sloId, alert, timeZone, mayEdit, mayManage }: AlertSheetProps) {
  const mayAcknowledge =
    mayEdit && alert.state !== null && alert.state !== "ok" && alert.acknowledgedAt === null;
  return (
    <Sheet label="Alerts" className="mt-5">
      <SheetSection>
        <SheetTitle>Alerts</SheetTitle>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
          <State alert={alert} timeZone={timeZone} />
          {mayAcknowledge ? <AcknowledgeAlert sloId={sloId} /> : null}
        </div>
        {alert.deliveries === null ? null : (
          <Webhook sloId={sloId} health={alert.deliveries} timeZone={timeZone} mayManage={mayManage} />
        )}
      </SheetSection>
      {mayEdit ? <AlertForm sloId={sloId} alert={alert} timeZone={timeZone} mayManage={mayManage} /> : null}
    </Sheet>
  );
}

function State({ alert, timeZone }: Pick<AlertSheetProps, "alert" | "timeZone">) {
  const { state, since, emails, webhookUrl, checkedAt, acknowledgedAt, acknowledgedBy } = alert;
  if (state === null || since === null) {
    const isOn = emails.length > 0 || webhookUrl !== null || checkedAt !== null;
    return (
      <p className="text-ink-2">
        {isOn ? "Not known yet: it is checked once a minute." : "No alerts are set for this SLO."}
      </p>
    );
  }
  return (
    <p className="text-ink-2">
      <b className="font-semibold text-ink">{ALERT_WORDS[state]}</b> since{" "}
      <ViewerTime from={since} timeZone={timeZone} />
      {acknowledgedAt === null ? null : (
        <>
          , acknowledged{acknowledgedBy === null ? "" : ` by ${acknowledgedBy}`}{" "}
          <ViewerTime from={acknowledgedAt} timeZone={timeZone} />
        </>
      )}
      .
    </p>
  );
}

interface WebhookProps {
  sloId: string;
  health: DeliveryHealth;
  timeZone: string;
  mayManage: boolean;
}

/** Whether the webhook gets what it is sent. */
function Webhook({ sloId, health, timeZone, mayManage }: WebhookProps) {
  return (
    <div className="mt-2 text-13 text-ink-2">
      Webhook last delivered: <DeliveryHealthText health={health} timeZone={timeZone} />
      {mayManage ? (
        <AppLink href={deliveriesOf(sloId)} className={`${textLinkClass} block w-fit`}>
          Deliveries
        </AppLink>
      ) : null}
    </div>
  );
}
