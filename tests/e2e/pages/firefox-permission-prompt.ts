import type { OpenedFirefox } from "../../launch/open-firefox.ts";
import { waitFor } from "../../launch/wait-for.ts";

const answerPrompt = `(isAllowed) => {
  const prompt = document.getElementById("addon-webext-permissions-notification");
  if (!prompt || window.PopupNotifications.panel.state !== "open") return false;
  (isAllowed ? prompt.button : prompt.secondaryButton).click();
  return true;
}`;

/** Presses Allow or Deny in the permission prompt below Firefox's address bar, once it is shown. */
export async function answerPermissionPrompt(
  { chromeScope }: OpenedFirefox,
  answer: "allow" | "deny",
): Promise<void> {
  await waitFor(() => chromeScope.call(answerPrompt, answer === "allow"), {
    what: "Firefox to ask for a permission",
  });
}
