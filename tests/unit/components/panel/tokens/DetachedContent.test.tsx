import { expect, test } from "vitest";
import { DetachedContent } from "../../../../../components/panel/tokens/DetachedContent.tsx";
import { TokensModel } from "../../../../../lib/models/tokens/tokens-model.ts";
import { detachedExample } from "../../../lib/tokens/rfc/detached-example.ts";
import { now } from "../../fake-worker.ts";
import { click, findButton, findField, perform, show, type, words } from "../../show.ts";

const content = new TextDecoder().decode(detachedExample.content);

/** Shows the field for the content of the signature of RFC 7520, section 4.5, with its key. */
async function showContent() {
  const model = new TokensModel({
    now: () => now,
    schedule: () => () => undefined,
    keySets: { read: () => Promise.reject(new Error("No keys were faked.")) },
  });
  await model.paste(detachedExample.compact, undefined);
  await model.keys.paste(JSON.stringify(detachedExample.key));
  const place = await show(<DetachedContent model={model} tenant={undefined} />);
  const field = findField(place, "Signed content");
  const outcome = () => {
    const { value } = model.report;
    return value?.kind === "content" ? value.verification?.kind : value?.kind;
  };
  const dispatch = (type: string, members: object) =>
    perform(() => {
      field.dispatchEvent(
        Object.assign(new Event(type, { bubbles: true, cancelable: true }), members),
      );
    });
  return {
    model,
    place,
    field,
    outcome,
    paste: (text: string) => dispatch("paste", { clipboardData: { getData: () => text } }),
    drop: (file: File) => dispatch("drop", { dataTransfer: { files: [file] } }),
  };
}

test("a signature is verified with the content that is typed, and is wrong with another", async () => {
  const { model, field, outcome } = await showContent();
  expect(model.isDetached.value).toBe(true);
  expect(outcome()).toBeUndefined();
  await type(field, content);
  await expect.poll(outcome).toBe("verified");
  await type(field, `${content} `);
  await expect.poll(outcome).toBe("wrong-signature");
});

test("a pasted content keeps its line ends, which a field changes", async () => {
  const { model, paste } = await showContent();
  await paste("one\r\ntwo\r\n");
  expect(model.content.value?.bytes).toEqual(new TextEncoder().encode("one\r\ntwo\r\n"));
});

test("a dropped file is read byte by byte, and named in place of its content", async () => {
  const { place, field, outcome, drop } = await showContent();
  await drop(new File([new Uint8Array(detachedExample.content)], "content.txt"));
  await expect.poll(outcome).toBe("verified");
  expect(field).toMatchObject({
    value: `content.txt, ${detachedExample.content.length} bytes`,
    readOnly: true,
  });
  await click(findButton(place, "Forget content"));
  expect(field).toMatchObject({ value: "", readOnly: false });
  await expect.poll(outcome).toBeUndefined();
});

test("a file that is too large is refused with a sentence", async () => {
  const { place, drop } = await showContent();
  await drop(new File([new Uint8Array(1_048_577)], "large.bin"));
  await expect.poll(() => words(place)).toContain("large.bin is larger than 1 MiB.");
});

test("another token forgets the content", async () => {
  const { model } = await showContent();
  await model.setContent(content, undefined);
  await model.paste(`${detachedExample.compact} `, undefined);
  expect(model.content.value).toBeUndefined();
});
