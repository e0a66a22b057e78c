import { isJsonObject, type JsonObject } from "../../encoding/json.ts";
import type { DecodedToken } from "../decode-token.ts";
import { showValue, type Finding } from "../finding.ts";
import { readType } from "./decide-kind.ts";
import { logoutEvent } from "./kind-table.ts";

/** Applies the rules for a logout token (Back-Channel Logout 1.0, sections 2.4 and 2.6). */
export function findLogoutFindings({ header, payload }: DecodedToken): Finding[] {
  return [
    ...checkEvents(payload),
    ...checkNoNonce(payload),
    ...checkUserOrSession(payload),
    ...checkTokenId(payload),
    ...checkLogoutType(header),
  ];
}

function checkEvents({ events }: JsonObject): Finding[] {
  const isMarked = isJsonObject(events) && isJsonObject(events[logoutEvent]);
  if (isMarked) return [];
  return [
    {
      id: "logout-event-missing",
      severity: "error",
      title: "The token does not ask for a logout",
      seen: `events ${showValue(events)}`,
      why: `events must be an object with the member ${logoutEvent}, whose value is an object.`,
      remedy: "Do not log the user out. Check that the issuer intended a logout token.",
      source: "OpenID Connect Back-Channel Logout 1.0, section 2.4",
    },
  ];
}

function checkNoNonce({ nonce }: JsonObject): Finding[] {
  if (nonce === undefined) return [];
  return [
    {
      id: "logout-nonce",
      severity: "error",
      title: "The logout token has a nonce",
      seen: `nonce ${showValue(nonce)}`,
      why: "A logout token must not have a nonce, so that it cannot be used as an ID token.",
      remedy: "Do not accept the token. Configure the issuer to omit nonce.",
      source: "OpenID Connect Back-Channel Logout 1.0, section 2.4",
    },
  ];
}

function checkUserOrSession({ sub, sid }: JsonObject): Finding[] {
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  if (isText(sub) || isText(sid)) return [];
  return [
    {
      id: "logout-subject-missing",
      severity: "error",
      title: "The logout token names neither user nor session",
      seen: `sub ${showValue(sub)}, sid ${showValue(sid)}`,
      why: "The receiver needs sub or sid to find the session that ends.",
      remedy: "Configure the issuer to set sub, sid or both.",
      source: "OpenID Connect Back-Channel Logout 1.0, section 2.4",
    },
  ];
}

function checkTokenId({ jti }: JsonObject): Finding[] {
  if (typeof jti === "string" && jti !== "") return [];
  return [
    {
      id: "logout-id-missing",
      severity: "error",
      title: "The logout token has no jti",
      seen: `jti ${showValue(jti)}`,
      why: "A receiver remembers jti to refuse a replayed logout token.",
      remedy: "Configure the issuer to set jti.",
      source: "OpenID Connect Back-Channel Logout 1.0, section 2.4",
    },
  ];
}

function checkLogoutType(header: JsonObject): Finding[] {
  if (readType(header) === "logout+jwt") return [];
  return [
    {
      id: "logout-type-absent",
      severity: "note",
      title: "The logout token has no type of its own",
      seen: `header typ ${showValue(header["typ"])}`,
      why: "The type logout+jwt prevents that another JWT is used as a logout token.",
      remedy: "Configure the issuer to set typ to logout+jwt.",
      source: "OpenID Connect Back-Channel Logout 1.0, section 2.4",
    },
  ];
}
