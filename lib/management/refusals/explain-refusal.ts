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
 * Explains a refusal by its status and error code, and by the property that the service names in
 * a separate member. Does not read the service's message.
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
      message: `${operation.label} was refused: the request is too large. Send fewer changes at once.`,
    };
  }
  if (status === 429) {
    return {
      code: "rate-limited",
      message: `${operation.label} was refused: the tenant has had too many requests. Wait until its limit is reset, then try again.`,
    };
  }
  if (status >= 500) {
    const doubt = operation.isWrite ? " See first whether the change was made all the same." : "";
    return {
      code: "server-error",
      message: `${operation.label} failed inside the service (status ${status}). Try again in a moment.${doubt}`,
    };
  }
  if (status >= 400) {
    return {
      code: "invalid-request",
      message: `${operation.label} was refused with status ${status}. Read the service's own words and correct the request.`,
    };
  }
  return {
    code: "unexpected-response",
    message: `${operation.label} was answered with status ${status}, which is no answer of a management interface. Check the tenant's domain in the options.`,
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
      message: `${operation.label} was refused: the management credential is no JSON Web Token. Give a management access token, or a client id and secret, in the options.`,
    };
  }
  if (errorCode === "invalid_uri") {
    return {
      code: "invalid-id",
      field: "id",
      message: `${operation.label} was refused: the id is not of the form that the service expects. Take it from the list of profiles.`,
    };
  }
  if (errorCode === "invalid_query_string") {
    return {
      code: "invalid-request",
      message: `${operation.label} was refused: the tenant does not accept these query parameters. Reload the list from its beginning.`,
    };
  }
  const field = property === undefined ? undefined : findField(operation, property);
  if (field !== undefined) {
    return {
      code: "invalid-body",
      field,
      message: `${operation.label} was refused: the service does not accept what ${field} holds. Read its own words and correct that field.`,
    };
  }
  const causes = badRequestCauses[operation.id];
  if (causes !== undefined) {
    return {
      code: "invalid-body",
      message: `${operation.label} was refused. The service answers several mistakes alike: check the possible causes one by one.`,
      causes: causes.map((cause) => ({ ...cause })),
    };
  }
  return {
    code: "invalid-body",
    message: `${operation.label} was refused: the service does not accept what was sent. Read its own words and correct the field that they name.`,
  };
}

function explainUnauthorized(operation: Operation): RefusalExplanation {
  return {
    code: "unauthorized",
    message: `${operation.label} was refused: the tenant does not accept the management credential. Check the possible causes, then correct it in the options.`,
    causes: [
      {
        what: "The access token is invalid, has expired, or is meant for another audience.",
        check:
          "Get a new token whose audience is this tenant's management interface, ending in /api/v2/.",
      },
      {
        what: "The token's signature is wrong.",
        check: "Copy the token again as a whole, and make sure that this tenant issued it.",
      },
      {
        what: "The client is not global.",
        check: "Use the credentials of a client that the tenant lists as global.",
      },
    ],
  };
}

function explainForbidden(operation: Operation, errorCode: string | undefined): RefusalExplanation {
  const isCreate =
    operation.id === "createTokenExchangeProfile" || operation.id === "createConnectionProfile";
  if (errorCode === "insufficient_scope") {
    return {
      code: "insufficient-scope",
      message: `${operation.label} was refused: the management credential lacks the scope ${operation.scope}. Grant it to the client at the tenant, then get a new token.`,
    };
  }
  if (errorCode === "too_many_entities") {
    return {
      code: "entity-limit",
      message: `${operation.label} was refused: the tenant has as many as it may have. Delete one that is no longer used, then try again.`,
    };
  }
  if (errorCode === "feature_not_enabled" || errorCode === "insufficient_entitlement") {
    return {
      code: "feature-unavailable",
      message: `${operation.label} was refused: the tenant's plan does not include this feature. Ask whoever administers the subscription.`,
    };
  }
  const scopeCause = {
    what: `The credential lacks the scope ${operation.scope}.`,
    check:
      "Look at the scopes of the credential in the options; grant the scope to the client and get a new token.",
  };
  const limitCause = {
    what: `The tenant has reached its limit of ${operation.subject}s.`,
    check: "Count the profiles in the list and delete one that is no longer used.",
  };
  return {
    code: "forbidden",
    message: `${operation.label} was refused: it is not allowed with this credential or at this tenant. Check the possible causes.`,
    causes: isCreate ? [scopeCause, limitCause] : [scopeCause],
  };
}

function explainNotFound(operation: Operation): RefusalExplanation {
  if (operation.hasId) {
    return {
      code: "not-found",
      field: "id",
      message: `${operation.label} was refused: the tenant has no ${operation.subject} with this id. Reload the list; it may have been deleted.`,
    };
  }
  return {
    code: "not-found",
    message: `${operation.label} failed: the tenant has nothing at this address. Check its domain in the options.`,
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
        "Another token exchange profile of this tenant already has this subject token type. Choose another one, or change that profile.",
    };
  }
  if (operation.id === "createConnectionProfile") {
    return {
      code: "conflict",
      message: `${operation.label} was refused: the tenant already has one that it would clash with. Check the possible causes.`,
      causes: [
        {
          what: "Another connection profile has this name.",
          check: "Look for the name in the list of profiles, and choose another one.",
          field: "name",
        },
      ],
    };
  }
  return {
    code: "conflict",
    message: `${operation.label} was refused: it contradicts something the tenant already has. Reload and look at what is there.`,
  };
}
