// The emptiest page that an extension built like this one can have: one element, rendered with Preact.
import { h, render } from "preact";

render(h("p", null, "empty"), document.body);
