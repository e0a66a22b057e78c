import type { ManagementClient } from "../management/client.ts";
import type { ProfileUpdate, UpdateOutcome } from "../management/connections/profile-update.ts";
import { checkProfileUpdate, updateProfile } from "../management/connections/update-profile.ts";
import type { CommandHandlers } from "../messages/command-channel.ts";
import type { ChangeJournal } from "./change-journal.ts";

/** The updates of connection profiles that no page has acknowledged. */
export type ConnectionUpdates = ChangeJournal<ProfileUpdate, UpdateOutcome>;

export type ConnectionUpdateCommands = Pick<
  CommandHandlers,
  | "connection-profile.update"
  | "connection-profile.list-updates"
  | "connection-profile.check-update"
  | "connection-profile.acknowledge-update"
>;

interface UpdatePort {
  updates: ConnectionUpdates;
  /** Opens the Management API for reading. */
  read(tenantId: string): Promise<ProfileClient>;
  /**
   * Opens the Management API for a change. A read-only tenant requires its name as confirmation.
   */
  change(request: { tenantId: string; confirmation?: string | undefined }): Promise<ProfileClient>;
}
type ProfileClient = Pick<ManagementClient, "getConnectionProfile" | "updateConnectionProfile">;

/** Creates the handlers that update connection profiles and return the outcomes of updates. */
export function createConnectionUpdateCommands(port: UpdatePort): ConnectionUpdateCommands {
  const { updates } = port;
  const keyOf = (tenantId: string, profileId: string) => ({ tenantId, subject: profileId });

  return {
    async "connection-profile.update"({ base, patch, isUndo, ...request }) {
      const client = await port.change(request);
      const update = { base, patch, isUndo };
      return updates.run(keyOf(request.tenantId, base.id), update, (onSend) =>
        updateProfile(client, update, onSend),
      );
    },
    async "connection-profile.list-updates"({ tenantId }) {
      const entries = await updates.list(tenantId);
      return {
        updates: entries.map(({ change, sentAt, isInDoubt }) => ({ ...change, sentAt, isInDoubt })),
      };
    },
    async "connection-profile.check-update"({ tenantId, base, patch }) {
      const known = await updates.find(keyOf(tenantId, base.id));
      return known ?? checkProfileUpdate(await port.read(tenantId), { base, patch });
    },
    async "connection-profile.acknowledge-update"({ tenantId, id, evenInDoubt }) {
      await updates.acknowledge(keyOf(tenantId, id), { evenInDoubt });
      return {};
    },
  };
}
