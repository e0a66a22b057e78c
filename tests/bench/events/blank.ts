// The smallest page that an extension like this one can have: one element, rendered with Preact.
import { h, render } from "preact";

render(h("p", null, "empty"), document.body);
