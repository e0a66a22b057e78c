// A small application that uses the library with callbacks and without a framework.

import { connectButtons } from "./buttons.js";
import { acceptResponse } from "./callback.js";
import { byId } from "./elements.js";
import { connectForms } from "./forms.js";
import { show, showFailure } from "./result.js";
import { createRun, findLibrary, restoreClient } from "./web-auth.js";

async function start() {
  // Restore the client before the first await: restoring it later could replace a choice of the
  // user.
  restoreClient();
  const response = await fetch("/config.json");
  /** @type {{ tenantOrigin: string }} */
  const { tenantOrigin } = await response.json();
  byId("tenant").textContent = tenantOrigin;
  const library = findLibrary();
  if (library === undefined) {
    show(
      "failed",
      "Could not load the authentication library. Build the extension, then reload this page.",
    );
    return;
  }
  const run = createRun(library, tenantOrigin);
  connectButtons(run);
  connectForms(run);
  // Two buttons stay disabled until the page has tokens.
  for (const element of document.querySelectorAll("button:not(#user-info, #refresh)")) {
    if (element instanceof HTMLButtonElement) element.disabled = false;
  }
  acceptResponse(run);
}

start().catch((error) => showFailure("Starting", error));
