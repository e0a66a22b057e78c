/** The parts of the product that call the management interface: what a credential is asked to be good for. */
export type Surface =
  | "token-exchange-profiles"
  | "connection-profiles"
  | "event-stream"
  | "current-user";

/** What a management operation is called, what it needs, and whether trying it twice could do it twice. */
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
  /** Completes "… could not be done": a noun phrase. */
  label: string;
  scope: string;
  isWrite: boolean;
  /** What one of the things is called that it deals with: a noun. */
  subject: "token exchange profile" | "connection profile";
  /** True when its path names one of them by its id. */
  hasId: boolean;
  /** The part of the product that calls it; absent where none does yet, so that no credential is asked to be good for it. */
  surface?: Surface;
}

const exchange = {
  subject: "token exchange profile",
  surface: "token-exchange-profiles",
} as const;
// The popup lists, opens and changes connection profiles; it makes and deletes none.
const spareConnection = { subject: "connection profile" } as const;
const connection = { ...spareConnection, surface: "connection-profiles" } as const;

export const CREATE_TOKEN_EXCHANGE_PROFILE: Operation = {
  ...exchange,
  id: "createTokenExchangeProfile",
  label: "Creating the token exchange profile",
  scope: "create:token_exchange_profiles",
  isWrite: true,
  hasId: false,
};

export const LIST_TOKEN_EXCHANGE_PROFILES: Operation = {
  ...exchange,
  id: "listTokenExchangeProfiles",
  label: "Listing the token exchange profiles",
  scope: "read:token_exchange_profiles",
  isWrite: false,
  hasId: false,
};

export const GET_TOKEN_EXCHANGE_PROFILE: Operation = {
  ...exchange,
  id: "getTokenExchangeProfile",
  label: "Reading the token exchange profile",
  scope: "read:token_exchange_profiles",
  isWrite: false,
  hasId: true,
};

export const UPDATE_TOKEN_EXCHANGE_PROFILE: Operation = {
  ...exchange,
  id: "updateTokenExchangeProfile",
  label: "Updating the token exchange profile",
  scope: "update:token_exchange_profiles",
  isWrite: true,
  hasId: true,
};

export const DELETE_TOKEN_EXCHANGE_PROFILE: Operation = {
  ...exchange,
  id: "deleteTokenExchangeProfile",
  label: "Deleting the token exchange profile",
  scope: "delete:token_exchange_profiles",
  isWrite: true,
  hasId: true,
};

export const LIST_CONNECTION_PROFILES: Operation = {
  ...connection,
  id: "listConnectionProfiles",
  label: "Listing the connection profiles",
  scope: "read:connection_profiles",
  isWrite: false,
  hasId: false,
};

export const CREATE_CONNECTION_PROFILE: Operation = {
  ...spareConnection,
  id: "createConnectionProfile",
  label: "Creating the connection profile",
  scope: "create:connection_profiles",
  isWrite: true,
  hasId: false,
};

export const GET_CONNECTION_PROFILE: Operation = {
  ...connection,
  id: "getConnectionProfile",
  label: "Reading the connection profile",
  scope: "read:connection_profiles",
  isWrite: false,
  hasId: true,
};

export const UPDATE_CONNECTION_PROFILE: Operation = {
  ...connection,
  id: "updateConnectionProfile",
  label: "Updating the connection profile",
  scope: "update:connection_profiles",
  isWrite: true,
  hasId: true,
};

export const DELETE_CONNECTION_PROFILE: Operation = {
  ...spareConnection,
  id: "deleteConnectionProfile",
  label: "Deleting the connection profile",
  scope: "delete:connection_profiles",
  isWrite: true,
  hasId: true,
};

export const OPERATIONS: readonly Operation[] = [
  CREATE_TOKEN_EXCHANGE_PROFILE,
  LIST_TOKEN_EXCHANGE_PROFILES,
  GET_TOKEN_EXCHANGE_PROFILE,
  UPDATE_TOKEN_EXCHANGE_PROFILE,
  DELETE_TOKEN_EXCHANGE_PROFILE,
  LIST_CONNECTION_PROFILES,
  CREATE_CONNECTION_PROFILE,
  GET_CONNECTION_PROFILE,
  UPDATE_CONNECTION_PROFILE,
  DELETE_CONNECTION_PROFILE,
];
