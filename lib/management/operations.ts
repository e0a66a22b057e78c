/** What a management operation is called, what it needs, and whether trying it twice could do it twice. */
export interface Operation {
  id:
    | "createTokenExchangeProfile"
    | "listTokenExchangeProfiles"
    | "listConnectionProfiles"
    | "getConnectionProfile"
    | "updateConnectionProfile";
  /** Completes "… could not be done": a noun phrase. */
  label: string;
  scope: string;
  isWrite: boolean;
}

export const CREATE_TOKEN_EXCHANGE_PROFILE: Operation = {
  id: "createTokenExchangeProfile",
  label: "Creating the token exchange profile",
  scope: "create:token_exchange_profiles",
  isWrite: true,
};

export const LIST_TOKEN_EXCHANGE_PROFILES: Operation = {
  id: "listTokenExchangeProfiles",
  label: "Listing the token exchange profiles",
  scope: "read:token_exchange_profiles",
  isWrite: false,
};

export const LIST_CONNECTION_PROFILES: Operation = {
  id: "listConnectionProfiles",
  label: "Listing the connection profiles",
  scope: "read:connection_profiles",
  isWrite: false,
};

export const GET_CONNECTION_PROFILE: Operation = {
  id: "getConnectionProfile",
  label: "Reading the connection profile",
  scope: "read:connection_profiles",
  isWrite: false,
};

export const UPDATE_CONNECTION_PROFILE: Operation = {
  id: "updateConnectionProfile",
  label: "Updating the connection profile",
  scope: "update:connection_profiles",
  isWrite: true,
};
