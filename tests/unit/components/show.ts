import { render, type ComponentChild } from "preact";
import { act } from "preact/test-utils";
import { afterEach } from "vitest";

const places: HTMLElement[] = [];

afterEach(() => {
  for (const place of places.splice(0)) {
    render(null, place);
    place.remove();
  }
});

/** Renders into the document, effects included; gone again after the test. */
export async function show(view: ComponentChild): Promise<HTMLElement> {
  const place = document.createElement("div");
  places.push(place);
  document.body.append(place);
  await perform(() => render(view, place));
  return place;
}

/** The one element that matches; a test that meant something else should not go on. */
export function find(place: ParentNode, selector: string): HTMLElement {
  const found = place.querySelectorAll<HTMLElement>(selector);
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw new Error(`${selector} should match one element, and matches ${found.length}.`);
  }
  return only;
}

/** The one button with these words, or this accessible name. */
export function findButton(place: ParentNode, name: string): HTMLButtonElement {
  const named = [...place.querySelectorAll("button")].filter(
    (button) => (button.getAttribute("aria-label") ?? button.textContent?.trim()) === name,
  );
  const [only] = named;
  if (only === undefined || named.length > 1) {
    throw new Error(`There should be one button “${name}”, and there are ${named.length}.`);
  }
  return only;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The control that a label with these words is tied to. */
export function findField(place: ParentNode, label: string): Control {
  const labels = [...place.querySelectorAll("label")].filter(
    (candidate) => words(candidate) === label,
  );
  const [only] = labels;
  if (only === undefined || labels.length > 1) {
    throw new Error(`There should be one label “${label}”, and there are ${labels.length}.`);
  }
  const control = only.htmlFor === "" ? find(only, "input") : find(place, `[id="${only.htmlFor}"]`);
  if (
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
  ) {
    return control;
  }
  throw new Error(`The label “${label}” is tied to no control.`);
}

/** Does something as a person would, and waits until what follows from it at once is on show. */
export async function perform(deed: () => unknown): Promise<void> {
  await act(async () => {
    await deed();
    // One turn of the event loop: what was promised along the way has been kept by then.
    await new Promise((resolve) => setTimeout(resolve));
  });
}

export async function click(element: HTMLElement): Promise<void> {
  await perform(() => element.click());
}

export async function type(field: Control, text: string): Promise<void> {
  await perform(() => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** Sends the one form, as Enter in one of its fields does. */
export async function submit(place: ParentNode): Promise<void> {
  const form = find(place, "form");
  if (!(form instanceof HTMLFormElement)) throw new Error("The form is no form.");
  await perform(() => form.requestSubmit());
}

/** Presses a key on an element; answers whether the browser's own reaction was held back. */
export async function press(element: HTMLElement, key: string): Promise<boolean> {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  await perform(() => element.dispatchEvent(event));
  return event.defaultPrevented;
}

/** What a person reads, white space evened out. */
export function words(element: Element): string {
  return (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

/** All that the document holds of an element, attributes too. */
export function sourceOf(element: Element): string {
  return new XMLSerializer().serializeToString(element);
}

/** What a control is described by. */
export function describe(control: Element): string {
  const id = control.getAttribute("aria-describedby") ?? "";
  const description = document.getElementById(id);
  if (description === null) throw new Error("The control is described by nothing in the document.");
  return words(description);
}

/** Pastes or drops a text of this length into an element; whether the page refused it. */
export async function insertText(
  into: Element,
  length: number,
  by: "paste" | "drop" = "paste",
): Promise<boolean> {
  const event = new Event(by, { bubbles: true, cancelable: true });
  const data = { getData: () => "a".repeat(length) };
  Object.assign(event, by === "paste" ? { clipboardData: data } : { dataTransfer: data });
  await perform(() => into.dispatchEvent(event));
  return event.defaultPrevented;
}
