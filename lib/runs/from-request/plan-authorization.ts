import { authorize } from "../catalogue/authorize.ts";
import { checkSession } from "../catalogue/check-session.ts";
import { popupAuthorize } from "../catalogue/popup-authorize.ts";
import { planEmbeddedLogin } from "./plan-embedded-login.ts";
import { readFirst, type PlanRequest } from "./request-plan.ts";

const path = "/authorize";

/** Plans the run of an authorization request (RFC 6749, section 4.1.1). */
export const planAuthorization: PlanRequest = (captured, flow) => {
  const { request: sent, exchange } = captured;
  const read = (name: string) => readFirst(sent, name);
  if (read("request_uri") !== undefined) {
    return "The library has no operation for pushed authorization requests (RFC 9126).";
  }
  if (read("request") !== undefined) {
    return "The library has no operation for signed request objects (RFC 9101).";
  }
  if (read("verification_code") !== undefined) {
    return "The link of a passwordless message works once. Send a new one with “Passwordless start”.";
  }
  if (read("login_ticket") !== undefined) return planEmbeddedLogin(captured, flow);
  const isMessage = read("response_mode") === "web_message";
  if (read("prompt") === "none" && (isMessage || exchange.destination === "frame")) {
    return {
      operation: checkSession,
      path,
      sent,
      implied: ["prompt", "response_mode"],
      ...(isMessage
        ? {}
        : { notes: ["The captured frame got a redirect. The run asks for a message instead."] }),
    };
  }
  if (isMessage) {
    return { operation: popupAuthorize, path, sent, implied: ["response_mode"] };
  }
  const missing = ["client_id", "response_type"].filter((name) => read(name) === undefined);
  return {
    operation: authorize,
    path,
    sent,
    keepsOrder: true,
    notes: missing.map(
      (name) => `The captured request has no ${name}, which the library always sends.`,
    ),
  };
};
