import type { Fetch } from "../management/ports.ts";
import { permissionPatternOf } from "../messages/domain.ts";
import { maxErrorPageLength, type ErrorPage, type LoginFailure } from "../messages/login.ts";
import type { WorkerClock } from "./ports.ts";
import { readStart } from "./read-start.ts";

/** How long the tenant may take to answer, its page included. */
const longestWaitMs = 10_000;

/** What finding the cause of a failed login needs. */
export interface DiagnosisPorts {
  fetch: Fetch;
  clock: Pick<WorkerClock, "schedule">;
  hasHostPermission(pattern: string): Promise<boolean>;
}

/**
 * Finds out why a login window closed without a redirect: requests the authorization URL once, without cookies and without
 * following a redirect. A redirect, or a page, means that the tenant accepts the request: it leads to the login page.
 *
 * @param endedBy who ended the window, as far as the browser told
 */
export async function diagnoseLogin(
  url: string,
  endedBy: "user" | "error-page",
  ports: DiagnosisPorts,
): Promise<LoginFailure> {
  const controller = new AbortController();
  const cancel = ports.clock.schedule(() => controller.abort(), longestWaitMs);
  try {
    const response = await ports.fetch(url, {
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal: controller.signal,
    });
    if (response.status < 400) {
      // The answer is not needed; how the connection is closed changes nothing.
      response.body?.cancel().catch(() => undefined);
      return { kind: endedBy === "user" ? "closed" : "error-page" };
    }
    const page = await readErrorPage(response, url);
    const isRefusal = response.status < 500 && response.status !== 429;
    return { kind: isRefusal ? "refused" : "failed", page };
  } catch {
    if (controller.signal.aborted) return { kind: "unreachable", isTimeout: true };
    // Without access to the host, CORS hides every answer: the error is the same as when nothing answers.
    const hasAccess = await ports.hasHostPermission(permissionPatternOf(new URL(url).origin));
    return hasAccess ? { kind: "unreachable", isTimeout: false } : { kind: "no-access" };
  } finally {
    cancel();
  }
}

async function readErrorPage(response: Response, url: string): Promise<ErrorPage> {
  const type = response.headers.get("content-type") ?? "";
  const isText = /^text\/|json|xml/i.test(type);
  // A page that breaks off, or comes too slowly, is still a refusal: its status is known.
  const text = isText ? await readStart(response, maxErrorPageLength).catch(() => "") : "";
  return {
    status: response.status,
    text: removeBindings(text, url).slice(0, maxErrorPageLength),
    isHtml: /html|xml/i.test(type),
  };
}

/** A page may repeat the request; `state` and `nonce`, which bind the response to it, stay out of what is shown. */
function removeBindings(text: string, url: string): string {
  const { searchParams } = new URL(url);
  return ["state", "nonce"].reduce((rest, name) => {
    const value = searchParams.get(name) ?? "";
    return value === "" ? rest : rest.replaceAll(value, "[removed]");
  }, text);
}
