import { testAuthLibrary } from "../both/auth-library-tests.ts";
import { openDemoSession } from "./demo-session.ts";

const redirectUrl = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";

testAuthLibrary(redirectUrl, async () => {
  const session = await openDemoSession();
  const { tenant, guard, chromium } = session;
  const openPage = (path: string) => chromium.extensionPage(path);
  return { tenant, guard, openPage, close: () => session.close() };
});
