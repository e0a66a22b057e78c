import { readBody } from "../http/read-body.ts";
import type { Fetch } from "../management/ports.ts";
import { permissionPatternOf } from "../messages/domain.ts";
import { maxErrorPageLength, type ErrorPage, type LoginFailure } from "../messages/login.ts";
import type { WorkerClock } from "./ports.ts";

/** The time limit for the tenant's whole response. */
const timeoutMs = 10_000;

/** The ports of {@link diagnoseLogin}. */
export interface DiagnosisPorts {
  fetch: Fetch;
  clock: Pick<WorkerClock, "schedule">;
  hasHostPermission(pattern: string): Promise<boolean>;
}

/**
 * Finds the reason why a login window closed without a redirect. Requests the authorization URL
 * once, without cookies, and does not follow a redirect. With a redirect or a page, the tenant
 * accepts the request: both lead to the login page.
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
    const response = await ports.fetch(url, {
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal: controller.signal,
    });
    if (response.status < 400) {
      // The body is not needed. An error while its connection closes does not change the result.
      response.body?.cancel().catch(() => undefined);
      return { kind: endedBy === "user" ? "closed" : "error-page" };
    }
    const page = await readErrorPage(response, url, controller.signal);
    const isRefusal = response.status < 500 && response.status !== 429;
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
