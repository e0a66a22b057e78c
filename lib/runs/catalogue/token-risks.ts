import type { Risk } from "../operation.ts";

export const invalidClient: Risk = {
  error: "invalid_client",
  cause: "The tenant has no such application, or the application must send a secret or use PKCE.",
  remedy: "Check the client ID. An application with a secret exchanges tokens on its server.",
};
