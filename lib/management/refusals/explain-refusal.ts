import type { FailureCause, ManagementErrorCode } from "./management-error.ts";
import type { Operation } from "../calls/operations.ts";
import { badRequestCauses, findField } from "./refusal-causes.ts";

export interface RefusalExplanation {
  code: ManagementErrorCode;
  message: string;
  field?: string;
  causes?: FailureCause[];
}

/**
 * Explains a refusal by its status, its error code and the member in which the service names the
 * wrong property. Does not read the service's message.
 */
export function explainRefusal(
  operation: Operation,
  status: number,
  errorCode: string | undefined,
  property?: string,
): RefusalExplanation {
  if (status === 400) return explainBadRequest(operation, errorCode, property);
  if (status === 401) return explainUnauthorized(operation);
  if (status === 403) return explainForbidden(operation, errorCode);
  if (status === 404 || status === 410) return explainNotFound(operation);
  if (status === 409) return explainConflict(operation);
  if (status === 413) {
    return {
      code: "invalid-body",
      message: `${operation.label} failed: the request is too large. Send fewer changes at once.`,
    };
  }
  if (status === 429) {
    return {
      code: "rate-limited",
      message: `${operation.label} failed: rate limit reached. Wait until the limit resets, then try again.`,
    };
  }
  if (status >= 500) {
    const doubt = operation.isWrite ? " First check whether the change was applied." : "";
    return {
      code: "server-error",
      message: `${operation.label} failed: server error (status ${status}). Try again in a moment.${doubt}`,
    };
  }
  if (status >= 400) {
    return {
      code: "invalid-request",
      message: `${operation.label} failed with status ${status}. Read the service's message and correct the request.`,
    };
  }
  return {
    code: "unexpected-response",
    message: `${operation.label} got status ${status}, which is not a Management API response. Check the tenant's domain in the options.`,
  };
}

function explainBadRequest(
  operation: Operation,
  errorCode: string | undefined,
  property: string | undefined,
): RefusalExplanation {
  if (errorCode === "Bearer") {
    return {
      code: "unauthorized",
      message: `${operation.label} failed: the management credential is not a JWT. Enter a Management API token, or a client ID and secret, in the options.`,
    };
  }
  if (errorCode === "invalid_uri") {
    return {
      code: "invalid-id",
      field: "id",
      message: `${operation.label} failed: the service rejected the format of the ID. Copy the ID from the list of profiles.`,
    };
  }
  if (errorCode === "invalid_query_string") {
    return {
      code: "invalid-request",
      message: `${operation.label} failed: the tenant rejected the query parameters. Reload the list from the beginning.`,
    };
  }
  const field = property === undefined ? undefined : findField(operation, property);
  if (field !== undefined) {
    return {
      code: "invalid-body",
      field,
      message: `${operation.label} failed: the service rejected the value of ${field}. Read the service's message and correct that field.`,
    };
  }
  const causes = badRequestCauses[operation.id];
  if (causes !== undefined) {
    return {
      code: "invalid-body",
      message: `${operation.label} failed. Several causes have the same response: check each one.`,
      causes: causes.map((cause) => ({ ...cause })),
    };
  }
  return {
    code: "invalid-body",
    message: `${operation.label} failed: the service rejected the request. Read the service's message and correct the field that it names.`,
  };
}

function explainUnauthorized(operation: Operation): RefusalExplanation {
  return {
    code: "unauthorized",
    message: `${operation.label} failed: the tenant rejected the management credential. Check the possible causes, then correct the credential in the options.`,
    causes: [
      {
        what: "The access token is invalid, has expired, or has another audience.",
        check:
          "Get a new token whose audience is this tenant's Management API, ending in /api/v2/.",
      },
      {
        what: "The token's signature is invalid.",
        check: "Copy the whole token again, and check that this tenant issued it.",
      },
      {
        what: "The client is not global.",
        check: "Use the credentials of a client that the tenant lists as global.",
      },
      ...listOriginCause(operation),
    ],
  };
}

/** A browser sends the extension's origin with a change, and not with a read. */
function listOriginCause({ isWrite }: Operation): FailureCause[] {
  if (!isWrite) return [];
  return [
    {
      what: "The tenant does not allow the origin of this extension.",
      check:
        "If reading works and only changes are refused, add the origin that the options show to “Allowed Origins (CORS)” of the application, whose type is Native or Single Page Application.",
    },
  ];
}

function explainForbidden(operation: Operation, errorCode: string | undefined): RefusalExplanation {
  const isCreate = operation.id === "createTokenExchangeProfile";
  if (errorCode === "insufficient_scope") {
    return {
      code: "insufficient-scope",
      message: `${operation.label} failed: the management credential lacks the scope ${operation.scope}. Grant it to the client at the tenant, then get a new token.`,
    };
  }
  if (errorCode === "too_many_entities") {
    return {
      code: "entity-limit",
      message: `${operation.label} failed: the tenant has reached its limit of ${operation.subject}s. Delete one that is no longer used, then try again.`,
    };
  }
  if (errorCode === "feature_not_enabled" || errorCode === "insufficient_entitlement") {
    return {
      code: "feature-unavailable",
      message: `${operation.label} failed: the tenant's plan does not include this feature. Ask the administrator of the subscription.`,
    };
  }
  const scopeCause = {
    what: `The credential lacks the scope ${operation.scope}.`,
    check:
      "Check the scopes of the credential in the options. Grant the scope to the client, then get a new token.",
  };
  const limitCause = {
    what: `The tenant has reached its limit of ${operation.subject}s.`,
    check: "Count the profiles in the list and delete one that is no longer used.",
  };
  return {
    code: "forbidden",
    message: `${operation.label} failed: this operation is not allowed with this credential or at this tenant. Check the possible causes.`,
    causes: [scopeCause, ...(isCreate ? [limitCause] : []), ...listOriginCause(operation)],
  };
}

function explainNotFound(operation: Operation): RefusalExplanation {
  if (operation.hasId) {
    return {
      code: "not-found",
      field: "id",
      message: `${operation.label} failed: the tenant has no ${operation.subject} with this ID. Reload the list; it may have been deleted.`,
    };
  }
  return {
    code: "not-found",
    message: `${operation.label} failed: the tenant has nothing at this URL. Check its domain in the options.`,
  };
}

function explainConflict(operation: Operation): RefusalExplanation {
  if (
    operation.id === "createTokenExchangeProfile" ||
    operation.id === "updateTokenExchangeProfile"
  ) {
    return {
      code: "conflict",
      field: "subject_token_type",
      message:
        "Another token exchange profile of this tenant already uses this subject token type. Choose another type, or edit that profile.",
    };
  }
  return {
    code: "conflict",
    message: `${operation.label} failed: the request conflicts with existing data. Reload the list and compare it with your change.`,
  };
}
