import { demo } from "../launch/demo.ts";

/** A command to the worker, as a page of the extension sends it. */
export interface SetUpCommand {
  command: string;
  request: object;
}

/**
 * The commands that connect the extension to the tenant permanently: its credential survives a
 * restart of the browser, and its log is larger than any soak.
 */
export function listSetUpCommands(origin: string): SetUpCommand[] {
  return [
    {
      command: "tenant.save",
      request: { origin, name: "soak", clientId: demo.clientId, colour: "none", isReadOnly: false },
    },
    {
      command: "stream.configure",
      request: {
        tenantId: origin,
        preferences: {
          mode: "always",
          eventTypes: [],
          defaultRule: "badge",
          rules: {},
          keep: { events: 1_000_000, days: 3650 },
        },
      },
    },
    {
      command: "credential.save",
      request: {
        tenantId: origin,
        remembering: "device",
        credential: {
          kind: "client_credentials",
          clientId: demo.managementClientId,
          clientSecret: demo.managementClientSecret,
        },
      },
    },
  ];
}
