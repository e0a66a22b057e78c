import { parseDomain } from "../../messages/domain.ts";
import type { Tenant, TenantColour, TenantDetails } from "../../messages/tenant.ts";

/** The typed values of the tenant form. */
export interface TenantFields {
  name: string;
  domain: string;
  customDomain: string;
  clientId: string;
  colour: TenantColour;
  isReadOnly: boolean;
}

export const noTenantFields: TenantFields = {
  name: "",
  domain: "",
  customDomain: "",
  clientId: "",
  colour: "none",
  isReadOnly: false,
};

const maxNameLength = 60;

export function fieldsOf(tenant: Tenant): TenantFields {
  const { name, origin, customOrigin = "", clientId, colour, isReadOnly } = tenant;
  return { name, domain: origin, customDomain: customOrigin, clientId, colour, isReadOnly };
}

/** The result of reading the form. */
export interface CheckedTenantFields {
  /** One sentence for each field that the user must correct. */
  problems: { domain?: string; customDomain?: string };
  /** The valid origins, the tenant's own first. */
  origins: string[];
  /** The values to send if there are no problems. */
  details: TenantDetails;
}

/** Validates the form. The default name of a tenant is its host. */
export function checkTenantFields(fields: TenantFields): CheckedTenantFields {
  const own = parseDomain(fields.domain);
  const custom = fields.customDomain.trim() === "" ? undefined : parseDomain(fields.customDomain);
  const origin = "origin" in own ? own.origin : "";
  const customOrigin = custom !== undefined && "origin" in custom ? custom.origin : undefined;
  const customProblem =
    custom !== undefined && "problem" in custom
      ? custom.problem
      : customOrigin !== undefined && customOrigin === origin
        ? "This is the tenant's canonical domain. Leave the field empty if users log in there."
        : undefined;
  const name = fields.name.trim();
  return {
    problems: {
      ...("problem" in own ? { domain: own.problem } : {}),
      ...(customProblem === undefined ? {} : { customDomain: customProblem }),
    },
    origins: [
      ...(origin === "" ? [] : [origin]),
      ...(customOrigin === undefined ? [] : [customOrigin]),
    ],
    details: {
      name: name === "" && origin !== "" ? new URL(origin).host.slice(0, maxNameLength) : name,
      origin,
      ...(customOrigin === undefined ? {} : { customOrigin }),
      clientId: fields.clientId.trim(),
      colour: fields.colour,
      isReadOnly: fields.isReadOnly,
    },
  };
}
