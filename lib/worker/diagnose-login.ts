import { postsTo } from "../http/posts-to.ts";
import { readBody } from "../http/read-body.ts";
import type { Fetch } from "../http/fetch.ts";
import { permissionPatternOf } from "../messages/domain.ts";
import { maxErrorPageLength, type ErrorPage, type LoginFailure } from "../messages/login.ts";
import type { Clock } from "../http/clock.ts";

/** The time limit for the tenant's whole response. */
const timeoutMs = 10_000;

/** The ports of {@link diagnoseLogin}. */
export interface DiagnosisPorts {
  fetch: Fetch;
  clock: Pick<Clock, "schedule">;
  hasHostPermission(pattern: string): Promise<boolean>;
}

/**
 * Finds the reason why a login window closed without a redirect. Requests the authorization URL
 * once, without cookies, and does not follow a redirect. It asks for the response in a form (OAuth
 * 2.0 Form Post Response Mode) and without a login page: a tenant that accepts the request answers
 * with this form. A redirect can lead to an error page of the tenant's own, so it proves nothing.
 *
 * @param endedBy the cause that the browser reported
 */
export async function diagnoseLogin(
  url: string,
  endedBy: "user" | "error-page",
  ports: DiagnosisPorts,
): Promise<LoginFailure> {
  const controller = new AbortController();
  const cancel = ports.clock.schedule(() => controller.abort(), timeoutMs);
  try {
    const response = await ports.fetch(askInForm(url), {
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal: controller.signal,
    });
    const { status } = response;
    if (status < 400) {
      if (!(await isAccepted(response, url, controller.signal))) return { kind: "unproven" };
      return { kind: endedBy === "user" ? "closed" : "error-page" };
    }
    const page = await readErrorPage(response, url, controller.signal);
    const isRefusal = status < 500 && status !== 429;
    return { kind: isRefusal ? "refused" : "failed", page };
  } catch {
    if (controller.signal.aborted) return { kind: "unreachable", isTimeout: true };
    // Without the host permission, CORS hides the response. The error is then the same as for a
    // host that does not answer.
    const hasAccess = await ports.hasHostPermission(permissionPatternOf(new URL(url).origin));
    return hasAccess ? { kind: "unreachable", isTimeout: false } : { kind: "no-access" };
  } finally {
    cancel();
  }
}

function askInForm(url: string): string {
  const asked = new URL(url);
  asked.searchParams.set("response_mode", "form_post");
  asked.searchParams.set("prompt", "none");
  return asked.href;
}

async function isAccepted(response: Response, url: string, signal: AbortSignal): Promise<boolean> {
  const { text } = await readBody(response.body, { maxBytes: maxErrorPageLength, signal });
  return postsTo(text, new URL(url).searchParams.get("redirect_uri") ?? "");
}

async function readErrorPage(
  response: Response,
  url: string,
  signal: AbortSignal,
): Promise<ErrorPage> {
  const type = response.headers.get("content-type") ?? "";
  const isText = /^text\/|json|xml/i.test(type);
  const { text, end } = await readBody(isText ? response.body : null, {
    maxBytes: maxErrorPageLength,
    signal,
  });
  return {
    status: response.status,
    // Drop an interrupted page: its end could be the first half of a nonce, which the search for
    // the whole nonce misses.
    text: end === "interrupted" ? "" : removeBindings(text, url).slice(0, maxErrorPageLength),
    isHtml: /html|xml/i.test(type),
  };
}

/**
 * Removes the request's `state` and `nonce` from an error page, which can repeat them.
 */
function removeBindings(text: string, url: string): string {
  const { searchParams } = new URL(url);
  return ["state", "nonce"].reduce((rest, name) => {
    const value = searchParams.get(name) ?? "";
    return value === "" ? rest : rest.replaceAll(value, "[removed]");
  }, text);
}
