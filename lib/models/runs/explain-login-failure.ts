import { shorten } from "../../encoding/shorten.ts";
import type { ErrorPage, LoginFailure } from "../../messages/login.ts";
import type { LoginProblem } from "../../runs/login-problem.ts";
import { showHidden } from "../../encoding/show-hidden.ts";

/** The facts of the failed login that its explanation needs. */
export interface FailedLogin {
  /** The tenant's origin. */
  origin: string;
  clientId: string;
  /** The callback URL of the request. */
  redirectUrl: string;
  /** Extracts the text of an HTML page, without running or loading any part of the page. */
  readHtml: (html: string) => string;
}

/** In UTF-16 units. */
const maxQuoteLength = 400;

/** Explains why a login window returned no redirect. Claims only what is known. */
export function explainLoginFailure(failure: LoginFailure, login: FailedLogin): LoginProblem {
  const { origin } = login;
  switch (failure.kind) {
    case "closed":
      return {
        title: "The login window was closed.",
        problem:
          "It was closed before the login was complete. The tenant accepts the request; try again.",
      };
    case "error-page":
      return {
        title: "The browser closed the login window.",
        problem:
          "The browser closes the window on any page with an error status, such as after a wrong password. The tenant accepts the request; try again.",
      };
    case "unproven":
      return {
        title: "The login window was closed.",
        problem:
          "No redirect to the callback was received. The response to the same request does not prove that the tenant accepts it, as with an error page of the tenant's own. If the window showed an error, check:",
        toCheck: listCauses(login),
      };
    case "no-access":
      return {
        title: "The login window was closed.",
        problem: `No redirect was received. The extension has no access to ${origin}, so it cannot check whether the tenant rejects the request. Grant access to the tenant in the options, then try again. If the window showed an error, check:`,
        toCheck: listCauses(login),
      };
    case "unreachable":
      return {
        title: "The tenant did not respond.",
        problem: `${origin} did not respond${failure.isTimeout ? " within 10 seconds" : ""}. Check that the tenant is running and that this device is online, then try again.`,
      };
    case "refused":
      return {
        title: `The tenant rejected the request with status ${failure.page.status}.`,
        problem: "The login did not start. Check:",
        ...quote(failure.page, login),
        toCheck: listCauses(login),
      };
    case "failed":
      return {
        title: `The tenant responded with status ${failure.page.status}.`,
        problem:
          failure.page.status === 429
            ? "Rate limit reached. Wait a minute, then try again."
            : "This is an internal error of the tenant. Try again later; if this continues, check the tenant's log.",
        ...quote(failure.page, login),
      };
    case "interrupted":
      return {
        title: "The login was interrupted.",
        problem:
          "The browser stopped the extension's background worker while the login window was open. Close that window if it is still open, then try again.",
      };
  }
  return failure satisfies never;
}

/** Lists both possible causes: only the tenant's own text can distinguish them. */
function listCauses({ clientId, redirectUrl }: FailedLogin): string[] {
  return [
    `The tenant knows the client ID ${clientId}.`,
    `The application's allowed callback URLs contain ${redirectUrl}`,
  ];
}

/** Returns the text of a page in one line, shortened, with its hidden characters escaped. */
function quote({ text, isHtml }: ErrorPage, { readHtml }: FailedLogin): { said?: string } {
  const quotation = (isHtml ? readHtml(text) : text).replaceAll(/\s+/g, " ").trim();
  if (quotation === "") return {};
  return { said: showHidden(shorten(quotation, maxQuoteLength)) };
}
