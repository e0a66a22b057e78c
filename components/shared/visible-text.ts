import { options } from "preact";
import { writeName } from "../../lib/models/write-visible.ts";

/** Attributes that a browser shows or reads aloud. */
const shownAttributes = ["title", "aria-label", "aria-description", "placeholder", "alt", "label"];
const next = options.vnode?.bind(options);

/**
 * Escapes hidden characters in every text of a page, such as names, events and errors, so that no
 * view can omit this. The values of form controls stay as they are; `Field` warns about them.
 */
options.vnode = (vnode) => {
  // Preact represents a text as a vnode whose props are the text.
  const props: unknown = vnode.props;
  if (typeof props === "string") Reflect.set(vnode, "props", writeName(props));
  else if (typeof vnode.type === "string") {
    for (const name of shownAttributes) {
      const value: unknown = Reflect.get(vnode.props, name);
      if (typeof value === "string") Reflect.set(vnode.props, name, writeName(value));
    }
  }
  next?.(vnode);
};
