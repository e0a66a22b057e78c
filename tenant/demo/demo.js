// A small application, written as a user of the library would write it: callbacks, no framework.

import { connectButtons } from "./buttons.js";
import { acceptResponse } from "./callback.js";
import { byId } from "./elements.js";
import { connectForms } from "./forms.js";
import { show, showFailure } from "./result.js";
import { createRun, findLibrary, restoreClient } from "./web-auth.js";

async function start() {
  // Before anything is waited for: who chooses another meanwhile has chosen.
  restoreClient();
  const response = await fetch("/config.json");
  /** @type {{ tenantOrigin: string }} */
  const { tenantOrigin } = await response.json();
  byId("tenant").textContent = tenantOrigin;
  const library = findLibrary();
  if (library === undefined) {
    show(
      "failed",
      "The authentication library is not there. Build the extension, then reload this page: the library is one of its files.",
    );
    return;
  }
  const run = createRun(library, tenantOrigin);
  connectButtons(run);
  connectForms(run);
  // Two of the buttons wait for tokens.
  for (const element of document.querySelectorAll("button:not(#user-info, #refresh)")) {
    if (element instanceof HTMLButtonElement) element.disabled = false;
  }
  acceptResponse(run);
}

start().catch((error) => showFailure("Starting", error));
