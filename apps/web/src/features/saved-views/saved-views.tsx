"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { viewQuery } from "@headroom/contract";
import type { ViewedPage } from "@headroom/services";
import {
  Button,
  Checkbox,
  Dialog,
  Field,
  Form,
  Icon,
  Menu,
  Notice,
  TextInput,
  buttonClass,
  useToast,
} from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { TrpcProvider, useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { openView, viewGroups } from "./prepare-views.ts";

interface SavedViewsProps {
  page: ViewedPage;
  /** Who may edit shares views with everybody. */
  mayEdit: boolean;
}

/** What people look for on a page again and again, by name: its filters, columns and charts are in the address. */
export function SavedViews(props: SavedViewsProps) {
  return (
    <TrpcProvider>
      <ViewsMenu {...props} />
    </TrpcProvider>
  );
}

/** The views load when someone first reaches for the menu. */
function ViewsMenu({ page, mayEdit }: SavedViewsProps) {
  const trpc = useTRPC();
  const path = usePathname();
  const query = viewQuery(useSearchParams());
  const [wanted, setWanted] = useState(false);
  const [saving, setSaving] = useState(false);
  const { data, isError } = useQuery({ ...trpc.savedViews.list.queryOptions({ page }), enabled: wanted });
  const onSuccess = useViewsChanged(page);
  const toast = useToast();
  const onError = (error: unknown) => toast({ text: explainRefusal(error).words, tone: "bad" });
  const remove = useMutation(trpc.savedViews.delete.mutationOptions({ onSuccess, onError }));
  const open = openView(data?.views, { query, mayEdit });
  const want = () => setWanted(true);
  const deletion =
    open === undefined
      ? []
      : [{ label: `Delete “${open.name}”`, danger: true, onSelect: () => remove.mutate({ id: open.id }) }];
  return (
    <div onPointerEnter={want} onFocus={want}>
      <Menu
        link={AppLink}
        triggerClassName={buttonClass()}
        trigger={
          <>
            Views
            <Icon name="down" />
          </>
        }
        groups={[
          ...viewGroups({ views: data?.views, failed: isError, path, query }),
          { items: [{ label: "Save this view", onSelect: () => setSaving(true) }, ...deletion] },
        ]}
      />
      {saving ? (
        <SaveView page={page} query={query} mayEdit={mayEdit} onClose={() => setSaving(false)} />
      ) : null}
    </div>
  );
}

function useViewsChanged(page: ViewedPage) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.savedViews.list.queryFilter({ page }));
}

interface SaveViewProps extends SavedViewsProps {
  query: string;
  onClose: () => void;
}

function SaveView({ page, query, mayEdit, onClose }: SaveViewProps) {
  const trpc = useTRPC();
  const changed = useViewsChanged(page);
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const { mutate, isPending, error } = useMutation(
    trpc.savedViews.save.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  const isReady = name.trim() !== "";
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Save this view"
      description="The filters, the order and what the charts show, under a name. A view of that name is replaced."
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="save-view" look="primary" busy={isPending} disabled={!isReady}>
            Save
          </Button>
        </>
      }
    >
      <Form
        id="save-view"
        noValidate
        className="space-y-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) mutate({ page, name: name.trim(), query, shared });
        }}
      >
        <Field label="Name" required>
          <TextInput value={name} onChange={setName} maxLength={200} autoComplete="off" />
        </Field>
        {mayEdit ? (
          <Checkbox label="For everybody in the workspace" checked={shared} onChange={setShared} />
        ) : null}
        {error === null ? null : (
          <Notice tone="bad" live>
            {explainRefusal(error).words}
          </Notice>
        )}
      </Form>
    </Dialog>
  );
}
