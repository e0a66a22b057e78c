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

/** Renders into the document and runs effects; the test's end removes the content. */
export async function show(view: ComponentChild): Promise<HTMLElement> {
  const place = document.createElement("div");
  places.push(place);
  document.body.append(place);
  await perform(() => render(view, place));
  return place;
}

/** Returns the only element that matches; throws if there is none or several. */
export function find(place: ParentNode, selector: string): HTMLElement {
  const found = place.querySelectorAll<HTMLElement>(selector);
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw new Error(`${selector} should match one element, and matches ${found.length}.`);
  }
  return only;
}

/** Returns the only button with this text or accessible name. */
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

/** Returns the control of the label with this text. */
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

/** Performs an action of a user, and waits for the render that follows at once. */
export async function perform(deed: () => unknown): Promise<void> {
  await act(async () => {
    await deed();
    // One turn of the event loop settles the promises of the action.
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

/** Submits the only form, as Enter in a field does. */
export async function submit(place: ParentNode): Promise<void> {
  const form = find(place, "form");
  if (!(form instanceof HTMLFormElement)) throw new Error("The form is no form.");
  await perform(() => form.requestSubmit());
}

/** Presses a key on an element; returns true if the default action was prevented. */
export async function press(element: HTMLElement, key: string): Promise<boolean> {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  await perform(() => element.dispatchEvent(event));
  return event.defaultPrevented;
}

/** Clicks twice on what `find` returns each time: the first click can replace the element. */
export async function doubleClick(find: () => Element | undefined): Promise<void> {
  for (const detail of [1, 2])
    await perform(() => find()?.dispatchEvent(new MouseEvent("click", { detail, bubbles: true })));
}

/** Clicks with the right button; with `key`, presses the menu key on a focused element. */
export async function openMenu(element: Element, by: "click" | "key" = "click"): Promise<boolean> {
  const event = new MouseEvent("contextmenu", {
    button: by === "click" ? 2 : 0,
    bubbles: true,
    cancelable: true,
  });
  await perform(() => element.dispatchEvent(event));
  return event.defaultPrevented;
}

/** Returns the titles of the only open menu. */
export function listMenu(place: ParentNode): string[] {
  return [...find(place, "[role=menu]").querySelectorAll("[role=menuitem]")].map(words);
}

/** Returns the visible text with normalized white space. */
export function words(element: Element): string {
  return (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

/** Returns the whole HTML of an element, with its attributes. */
export function sourceOf(element: Element): string {
  return new XMLSerializer().serializeToString(element);
}

/** Returns the description of a control. */
export function describe(control: Element): string {
  const id = control.getAttribute("aria-describedby") ?? "";
  const description = document.getElementById(id);
  if (description === null) throw new Error("The control is described by nothing in the document.");
  return words(description);
}

/** Pastes or drops a text of this length; returns true if the page rejected it. */
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
