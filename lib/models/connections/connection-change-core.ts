import type { Signal } from "@preact/signals";
import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import type { Confirmer } from "../confirmation-model.ts";
import type { ConnectionChangeState, EditedProfile } from "./connection-change-state.ts";
import type { ConnectionConflictModel } from "./connection-conflict-model.ts";
import type { ConnectionEditorModel } from "./connection-editor-model.ts";
import type { ConnectionUpdatesModel } from "./connection-updates-model.ts";
import type { SentChangesModel } from "./sent-changes-model.ts";

export interface ConnectionChangePort {
  confirm: Confirmer;
  /** Unix time in ms. */
  now(): number;
  editor: InstanceType<typeof ConnectionEditorModel>;
  conflict: InstanceType<typeof ConnectionConflictModel>;
  updates: InstanceType<typeof ConnectionUpdatesModel>;
  /** Called with the current version of a profile at the service. */
  onProfile(tenantId: string, profile: ConnectionProfile): void;
}

/** The state that the review and the update of a profile share. */
export interface ChangeCore extends ConnectionChangePort {
  edited: Signal<EditedProfile | undefined>;
  state: Signal<ConnectionChangeState>;
  sent: InstanceType<typeof SentChangesModel>;
}
