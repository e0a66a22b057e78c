import "../../lib/platform/schema-engine.ts";
import { render } from "preact";
import { SandboxBrowser } from "../../components/sandbox/SandboxBrowser.tsx";
import "../../components/shared/theme.css";
import { createCommandSender } from "../../lib/messages/command-channel.ts";
import { sandboxOrigin } from "../../lib/messages/domain.ts";
import { readSandboxPlace } from "../../lib/messages/sandbox-address.ts";
import { SandboxBrowserModel } from "../../lib/models/sandbox/sandbox-browser-model.ts";
import { TryListModel } from "../../lib/models/sandbox/try-list-model.ts";
import { closePopup } from "../../lib/platform/pages.ts";
import { findRoot } from "../../lib/platform/page-root.ts";
import { createPageReader, readForm } from "../../lib/platform/read-page.ts";
import { sendToWorker } from "../../lib/platform/runtime-messages.ts";
import { connectToSandbox } from "../../lib/platform/sandbox-ports.ts";
import { pageTaskSchema } from "../../lib/sandbox/page-facts.ts";
import { createControlCaller } from "../../lib/sandbox/call-control.ts";
import { readFirstUser } from "../../lib/sandbox/first-user.ts";
import { readRemoval } from "../../lib/sandbox/no-sandbox-error.ts";
import { createSandboxSender } from "../../lib/sandbox/send-to-sandbox.ts";
import { createUserAgent } from "../../lib/sandbox/user-agent.ts";

const send = createCommandSender(sendToWorker);
const controls = `${sandboxOrigin}/_control`;
const place = readSandboxPlace(location.hash) ?? { url: controls };
const { loginId } = place;
const sendToSandbox = createSandboxSender({
  connect: connectToSandbox,
  start: async () => (await send("sandbox.start", {})).isStarted,
});
const agent = createUserAgent({ origin: sandboxOrigin, send: sendToSandbox });
const model = new SandboxBrowserModel({
  ...(loginId === undefined && { home: controls }),
  agent,
  readPage: createPageReader(pageTaskSchema),
  async readUser() {
    const visit = await agent.open(`${controls}/description`);
    return visit.kind === "page" ? readFirstUser(visit.html) : undefined;
  },
  readRemoval,
  async arrive(url) {
    if (loginId !== undefined) await send("login.arrive", { loginId, url });
  },
});

const callControl = createControlCaller(controls, sendToSandbox);
const tryList = new TryListModel({
  call: callControl,
  readRemoval,
  onChanged: () => void model.open(controls),
});

render(
  <SandboxBrowser
    model={model}
    readForm={readForm}
    {...(loginId === undefined && { tryList })}
    onClose={closePopup}
  />,
  findRoot(),
);
void model.open(place.url);
