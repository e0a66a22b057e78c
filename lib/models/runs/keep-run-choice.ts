import { effect, type ReadonlySignal } from "@preact/signals";
import type { KeptView } from "../kept-view.ts";
import type { RunModel } from "./run-model.ts";

/**
 * Keeps the operation and the way for each tenant, and shows those of a tenant when it is selected.
 * A form with entries stays: the user may have selected the tenant for it.
 */
export function keepRunChoice(
  view: KeptView,
  model: Pick<
    InstanceType<typeof RunModel>,
    "operation" | "way" | "isTouched" | "isEdited" | "captured" | "open"
  >,
  tenant: ReadonlySignal<{ id: string } | undefined>,
): void {
  let runs = view.stored.runs ?? {};
  let shownFor: string | undefined;
  effect(() => {
    const [id, way] = [tenant.value?.id, model.way.value];
    const operation = model.operation.value.id;
    if (id === undefined) return;
    const kept = runs[id];
    if (id !== shownFor) {
      const isFirst = shownFor === undefined;
      shownFor = id;
      const isBusy = isFirst
        ? model.isTouched.peek()
        : model.isEdited.peek() || model.captured.peek() !== undefined;
      if (kept !== undefined && !isBusy) model.open(kept);
    } else if (kept?.operation !== operation || kept.way !== way) {
      runs = { ...runs, [id]: { operation, way } };
      view.keep({ runs: { [id]: { operation, way } } });
    }
  });
}
