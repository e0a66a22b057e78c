import { signal } from "@preact/signals";
import { Reading } from "../../../../../../components/panel/tokens/reading/Reading.tsx";
import { ReadingModel } from "../../../../../../lib/models/tokens/reading-model.ts";
import { inspectToken, type TokenReport } from "../../../../../../lib/tokens/inspect-token.ts";
import { writeToken } from "../../../../lib/tokens/sign-token.ts";
import { perform, show } from "../../../show.ts";
import { now } from "../../../fake-worker.ts";

function createReading() {
  const report = signal<TokenReport | undefined>(undefined);
  let time = now;
  let waiting: (() => void) | undefined;
  const schedule = (callback: () => void) => {
    waiting = callback;
    return () => {
      waiting = undefined;
    };
  };
  const model = new ReadingModel({ report, decoded: signal(undefined), now: () => time, schedule });
  return {
    model,
    report,
    now: () => time,
    isFollowing: () => waiting !== undefined,
    pass: (milliseconds: number) => {
      time += milliseconds;
      waiting?.();
    },
  };
}

/** Shows a token with these claims. `pass` lets this many ms go by. */
export async function showReading(payload: object, header: object = { alg: "RS256" }) {
  const { model, report, now: readClock, isFollowing, pass } = createReading();
  const takeText = async (text: string) => {
    const inspected = await inspectToken(text, { now: readClock() });
    await perform(() => {
      report.value = inspected;
    });
  };
  const take = async (claims: object, parameters: object = header) => {
    const token = writeToken(parameters, claims);
    await takeText(token);
    return token;
  };
  const place = await show(<Reading model={model} />);
  const token = await take(payload, header);
  return {
    place,
    model,
    take,
    takeText,
    token,
    isFollowing,
    forget: () =>
      perform(() => {
        report.value = undefined;
      }),
    pass: (milliseconds: number) => perform(() => pass(milliseconds)),
  };
}
