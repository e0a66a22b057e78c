// Finds elements of the page by id and checks their type.

/** @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element ${id}.`);
  return element;
}

/** @param {string} id */
export function button(id) {
  const element = byId(id);
  if (!(element instanceof HTMLButtonElement))
    throw new Error(`The element ${id} is not a button.`);
  return element;
}

/**
 * Runs the action of the pressed button of a form with the form's fields.
 * @param {string} id
 * @param {Record<string, (fields: Record<string, string>) => void>} actions
 */
export function onSubmit(id, actions) {
  const form = byId(id);
  if (!(form instanceof HTMLFormElement)) throw new Error(`The element ${id} is not a form.`);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    /** @type {Record<string, string>} */
    const fields = {};
    for (const [name, value] of new FormData(form))
      if (typeof value === "string") fields[name] = value;
    actions[event.submitter?.id ?? ""]?.(fields);
  });
}
