import type { BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { openAuth0Session, type Auth0Session } from "./auth0-session.ts";

/** The parts that the tests of a file share, and the parts of a single test. */
interface Auth0Place {
  readonly session: Auth0Session;
  /** A fresh context for this test, without a login or cookies. */
  readonly context: BrowserContext;
  /**
   * Opens a page of the application in the test's context. The default origin is one that the
   * clients allow.
   */
  openPage(origin?: string, where?: BrowserContext): Promise<Page>;
}

/** Opens a session for the tests of this file, and a fresh context for each test. */
export function useAuth0Session(): Auth0Place {
  let session: Auth0Session | undefined;
  let context: BrowserContext | undefined;
  const place: Auth0Place = {
    get session() {
      if (session === undefined) throw new Error("The session opens before the first test.");
      return session;
    },
    get context() {
      if (context === undefined) throw new Error("The context opens before each test.");
      return context;
    },
    async openPage(origin = place.session.tenant.demoOrigins[0], where = place.context) {
      const page = await where.newPage();
      await page.goto(`${origin}/`);
      return page;
    },
  };
  beforeAll(async () => {
    session = await openAuth0Session();
  });
  beforeEach(async () => {
    context = await place.session.browser.newContext({ ignoreHTTPSErrors: true });
  });
  afterEach(async () => {
    await context?.close();
  });
  afterAll(async () => {
    await session?.close();
  });
  return place;
}
