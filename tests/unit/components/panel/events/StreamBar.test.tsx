import { expect, test } from "vitest";
import { StreamBar } from "../../../../../components/panel/events/StreamBar.tsx";
import { StreamControlModel } from "../../../../../lib/models/stream/stream-control-model.ts";
import { openActivity } from "../../fake-worker.ts";
import { click, findButton, show } from "../../show.ts";

test("ignores a second press while the worker pauses the stream, and keeps the focus", async () => {
  const { activity } = openActivity();
  let asked = 0;
  const control = new StreamControlModel({
    tenant: activity.tenant,
    send() {
      asked += 1;
      return new Promise(() => undefined);
    },
  });
  const place = await show(
    <StreamBar
      onClear={() => undefined}
      activity={activity}
      control={control}
      shown={undefined}
      onShow={() => undefined}
    />,
  );
  const button = findButton(place, "Pause");
  expect(button.getAttribute("aria-disabled")).toBe("false");
  await click(button);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  // A disabled button loses the focus, and the browser does not restore it.
  expect(button.disabled).toBe(false);
  await click(button);
  expect(asked).toBe(1);
});
