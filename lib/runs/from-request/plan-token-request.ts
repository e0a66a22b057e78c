import { clientCredentials } from "../catalogue/client-credentials.ts";
import { exchangeCode } from "../catalogue/exchange-code.ts";
import { exchangeToken } from "../catalogue/exchange-token.ts";
import { refresh } from "../catalogue/refresh.ts";
import type { Operation } from "../operation.ts";
import type { CapturedRequest } from "./captured-request.ts";
import { omitNames, readFirst, type PlanRequest } from "./request-plan.ts";

/** The operations of the grants that the library has. */
const grants: Readonly<Record<string, { operation: Operation; note?: string }>> = {
  authorization_code: {
    operation: exchangeCode,
    note: "A code works once, and only with its verifier. Run “Login with redirect” with the response type code to get a new one.",
  },
  refresh_token: { operation: refresh },
  client_credentials: { operation: clientCredentials },
  "urn:ietf:params:oauth:grant-type:token-exchange": { operation: exchangeToken },
};

/** The ways in which a client with a secret authenticates (RFC 6749, section 2.3.1; RFC 7521). */
const credentialNames = ["client_secret", "client_assertion", "client_assertion_type"];

/** Plans the run of a token request (RFC 6749, sections 4.1.3, 4.4.2 and 6; RFC 8693). */
export const planTokenRequest: PlanRequest = (captured) => {
  const { request } = captured;
  const grant = readFirst(request, "grant_type");
  if (grant === undefined) {
    return "The browser did not show the grant of this token request.";
  }
  const found = Object.hasOwn(grants, grant) ? grants[grant] : undefined;
  if (found === undefined) {
    return `The library has no operation for the grant ${grant.slice(0, 100)}.`;
  }
  const { operation, note } = found;
  const basicId = readBasicId(captured);
  const isConfidential =
    basicId !== undefined || credentialNames.some((name) => readFirst(request, name) !== undefined);
  const hasSecret = operation === clientCredentials;
  return {
    operation,
    path: "/oauth/token",
    sent: [
      ...(basicId === undefined ? [] : [["client_id", basicId] as const]),
      ...(hasSecret ? request : omitNames(request, credentialNames)),
    ],
    implied: ["grant_type"],
    notes: [
      ...(note === undefined ? [] : [note]),
      ...(isConfidential && !hasSecret
        ? ["The captured client authenticated itself. The library does not: it is a public client."]
        : []),
    ],
  };
};

/** Returns the client ID of Basic authentication (RFC 6749, section 2.3.1), never the secret. */
function readBasicId({ exchange }: CapturedRequest): string | undefined {
  const value = exchange.requestHeaders.find(({ name }) => name === "authorization")?.value ?? "";
  const [, encoded] = /^basic ([\w+/=-]{1,4000})$/iu.exec(value) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const [id = ""] = atob(encoded).split(":");
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
