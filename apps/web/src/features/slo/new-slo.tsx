"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Dialog, Field, Form, Select, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { newSloAddress } from "./addresses.ts";

interface NewSloProps {
  /** At least one. */
  services: readonly { slug: string; name: string }[];
}

/** Leads to the form of a service, which has to be chosen if there are several. */
export function NewSlo({ services }: NewSloProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [chosen, choose] = useState("");
  const [only, ...others] = services;
  if (only !== undefined && others.length === 0)
    return (
      <AppLink href={newSloAddress(only.slug)} className={buttonClass("primary")}>
        New SLO
      </AppLink>
    );
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        New SLO
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="New SLO" description="Which service is it for?">
        <Form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen !== "") router.push(newSloAddress(chosen));
          }}
        >
          <Field label="Service" required>
            <Select
              options={services.map(({ slug, name }) => ({ value: slug, label: name }))}
              value={chosen}
              onChange={choose}
              placeholder="Choose a service"
            />
          </Field>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" look="primary" disabled={chosen === ""}>
              Continue
            </Button>
          </div>
        </Form>
      </Dialog>
    </>
  );
}
