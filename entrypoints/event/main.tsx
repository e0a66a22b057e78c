import "../../lib/platform/schema-engine.ts";
import { render } from "preact";
import { EventPage } from "../../components/panel/events/EventPage.tsx";
import "../../components/shared/theme.css";
import { openEventLog } from "../../lib/events/log/idb-event-log.ts";
import { createCommandSender } from "../../lib/messages/command-channel.ts";
import { ActivityModel } from "../../lib/models/activity-model.ts";
import { EventPageModel } from "../../lib/models/events/event-page-model.ts";
import { connectToActivity } from "../../lib/platform/feed-ports.ts";
import { openOnce } from "../../lib/platform/open-once.ts";
import { followHash } from "../../lib/platform/page-hash.ts";
import { findRoot } from "../../lib/platform/page-root.ts";
import { sendToWorker } from "../../lib/platform/runtime-messages.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";

const activity = new ActivityModel({
  ...systemClock,
  send: createCommandSender(sendToWorker),
  connect: connectToActivity,
});
const model = new EventPageModel({
  openLog: openOnce(() => openEventLog()),
  activity,
  now: systemClock.now,
});

followHash(model.open);
render(<EventPage model={model} />, findRoot());
