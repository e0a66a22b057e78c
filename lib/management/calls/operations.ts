/** The parts of the product that call the management interface, and hence need scopes. */
export type Surface =
  | "token-exchange-profiles"
  | "connection-profiles"
  | "event-stream"
  | "current-user";

/** An operation of the management interface, with its scope and its texts. */
export interface Operation {
  id:
    | "createTokenExchangeProfile"
    | "listTokenExchangeProfiles"
    | "getTokenExchangeProfile"
    | "updateTokenExchangeProfile"
    | "deleteTokenExchangeProfile"
    | "listConnectionProfiles"
    | "createConnectionProfile"
    | "getConnectionProfile"
    | "updateConnectionProfile"
    | "deleteConnectionProfile";
  /** Starts a message, such as "Creating the connection profile failed". */
  label: string;
  scope: string;
  isWrite: boolean;
  /** The noun for the resource. */
  subject: "token exchange profile" | "connection profile";
  /** True if the path contains the id of a resource. */
  hasId: boolean;
  /** The part of the product that calls it. If absent, no credential needs its scope. */
  surface?: Surface;
}

const exchange = {
  subject: "token exchange profile",
  surface: "token-exchange-profiles",
} as const;
// The popup lists, opens and changes connection profiles. It does not create or delete them.
const connectionWithoutSurface = { subject: "connection profile" } as const;
const connection = { ...connectionWithoutSurface, surface: "connection-profiles" } as const;

export const createExchangeProfileOperation: Operation = {
  ...exchange,
  id: "createTokenExchangeProfile",
  label: "Creating the token exchange profile",
  scope: "create:token_exchange_profiles",
  isWrite: true,
  hasId: false,
};

export const listExchangeProfilesOperation: Operation = {
  ...exchange,
  id: "listTokenExchangeProfiles",
  label: "Listing the token exchange profiles",
  scope: "read:token_exchange_profiles",
  isWrite: false,
  hasId: false,
};

export const getExchangeProfileOperation: Operation = {
  ...exchange,
  id: "getTokenExchangeProfile",
  label: "Loading the token exchange profile",
  scope: "read:token_exchange_profiles",
  isWrite: false,
  hasId: true,
};

export const updateExchangeProfileOperation: Operation = {
  ...exchange,
  id: "updateTokenExchangeProfile",
  label: "Updating the token exchange profile",
  scope: "update:token_exchange_profiles",
  isWrite: true,
  hasId: true,
};

export const deleteExchangeProfileOperation: Operation = {
  ...exchange,
  id: "deleteTokenExchangeProfile",
  label: "Deleting the token exchange profile",
  scope: "delete:token_exchange_profiles",
  isWrite: true,
  hasId: true,
};

export const listConnectionProfilesOperation: Operation = {
  ...connection,
  id: "listConnectionProfiles",
  label: "Listing the connection profiles",
  scope: "read:connection_profiles",
  isWrite: false,
  hasId: false,
};

export const createConnectionProfileOperation: Operation = {
  ...connectionWithoutSurface,
  id: "createConnectionProfile",
  label: "Creating the connection profile",
  scope: "create:connection_profiles",
  isWrite: true,
  hasId: false,
};

export const getConnectionProfileOperation: Operation = {
  ...connection,
  id: "getConnectionProfile",
  label: "Loading the connection profile",
  scope: "read:connection_profiles",
  isWrite: false,
  hasId: true,
};

export const updateConnectionProfileOperation: Operation = {
  ...connection,
  id: "updateConnectionProfile",
  label: "Updating the connection profile",
  scope: "update:connection_profiles",
  isWrite: true,
  hasId: true,
};

export const deleteConnectionProfileOperation: Operation = {
  ...connectionWithoutSurface,
  id: "deleteConnectionProfile",
  label: "Deleting the connection profile",
  scope: "delete:connection_profiles",
  isWrite: true,
  hasId: true,
};

export const operations: readonly Operation[] = [
  createExchangeProfileOperation,
  listExchangeProfilesOperation,
  getExchangeProfileOperation,
  updateExchangeProfileOperation,
  deleteExchangeProfileOperation,
  listConnectionProfilesOperation,
  createConnectionProfileOperation,
  getConnectionProfileOperation,
  updateConnectionProfileOperation,
  deleteConnectionProfileOperation,
];
