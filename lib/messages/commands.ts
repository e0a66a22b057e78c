import * as z from "zod/mini";
import { connectionCommands } from "./commands/connection-commands.ts";
import { credentialCommands } from "./commands/credential-commands.ts";
import { exchangeCommands } from "./commands/exchange-commands.ts";
import { loginCommands } from "./commands/login-commands.ts";
import { panelViewCommands } from "./commands/panel-view-commands.ts";
import { runCommands } from "./commands/run-commands.ts";
import { settingsCommands } from "./commands/settings-commands.ts";
import { streamCommands } from "./commands/stream-commands.ts";
import { tenantCommands } from "./commands/tenant-commands.ts";
import { once } from "./commands/once.ts";
import { nothing } from "./commands/shared-schemas.ts";
import { optionsPlaceSchema } from "./options-place.ts";

/**
 * The commands that a page can send to the worker, named `noun.verb`, with the schemas of request
 * and response. The page receives a failure as a `RemoteError`.
 */
const definitions = {
  ...tenantCommands,
  ...credentialCommands,
  ...settingsCommands,
  ...loginCommands,
  ...runCommands,
  ...panelViewCommands,
  ...exchangeCommands,
  ...connectionCommands,
  ...streamCommands,
  /** Installs the update that waits, which loads the extension again and ends its pages. */
  "update.install": once(() => ({ request: nothing, response: nothing })),
  /** Opens the options page or brings it to the front. `at` selects a tenant and a section. */
  "options.open": once(() => ({
    request: z.object({ at: z.optional(optionsPlaceSchema) }),
    response: nothing,
  })),
} as const;

type Definitions = typeof definitions;
export type CommandName = keyof Definitions;

/** The request and the response of each command. */
export type CommandShapes = {
  [Name in CommandName]: {
    request: z.infer<ReturnType<Definitions[Name]>["request"]>;
    response: z.infer<ReturnType<Definitions[Name]>["response"]>;
  };
};
export type CommandRequest<Name extends CommandName> = CommandShapes[Name]["request"];
export type CommandResponse<Name extends CommandName> = CommandShapes[Name]["response"];
/** An update or a creation whose outcome no page has acknowledged. */
export type PendingUpdate = CommandResponse<"connection-profile.list-updates">["updates"][number];
export type PendingCreation =
  CommandResponse<"token-exchange-profile.list-creations">["creations"][number];

/** The schemas by command. Their type relates request and response of a generic command name. */
export const commands: {
  [Name in CommandName]: () => {
    request: z.ZodMiniType<CommandRequest<Name>>;
    response: z.ZodMiniType<CommandResponse<Name>>;
  };
} = definitions;
