import { testAuthLibrary } from "../both/auth-library-tests.ts";
import { openFirefoxSession } from "./firefox-session.ts";

const redirectUrl = "https://0f6e79c7a7f5fd7eeb43c5ab720e5c0afcc68eba.extensions.allizom.org/";

testAuthLibrary(redirectUrl, async () => {
  const session = await openFirefoxSession();
  const { tenant, guard, firefox } = session;
  const openPage = (path: string) => firefox.extensionPage(path);
  return { tenant, guard, openPage, close: () => session.close() };
});
