import type { Organization } from "../../directory/organizations.ts";

/** The access that a token request asks for. */
export interface RequestedAccess {
  audience: string | undefined;
  organization: Organization | undefined;
  scopes: readonly string[];
}
