/** The parts of the product that need scopes of the Management API. */
export type Surface =
  | "token-exchange-profiles"
  | "connection-profiles"
  | "event-stream"
  | "current-user";

/** An operation of the Management API, with its scope and its texts. */
export interface Operation {
  id:
    | "createTokenExchangeProfile"
    | "listTokenExchangeProfiles"
    | "updateTokenExchangeProfile"
    | "deleteTokenExchangeProfile"
    | "listConnectionProfiles"
    | "getConnectionProfile"
    | "updateConnectionProfile";
  /** The subject of error messages, such as "Creating the token exchange profile". */
  label: string;
  scope: string;
  isWrite: boolean;
  /** The noun for the resource. */
  subject: "token exchange profile" | "connection profile";
  /** True if the path contains the id of a resource. */
  hasId: boolean;
  /** The part of the product that calls the operation. */
  surface: Surface;
}

const exchange = {
  subject: "token exchange profile",
  surface: "token-exchange-profiles",
} as const;
const connection = { subject: "connection profile", surface: "connection-profiles" } as const;

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

export const operations: readonly Operation[] = [
  createExchangeProfileOperation,
  listExchangeProfilesOperation,
  updateExchangeProfileOperation,
  deleteExchangeProfileOperation,
  listConnectionProfilesOperation,
  getConnectionProfileOperation,
  updateConnectionProfileOperation,
];
