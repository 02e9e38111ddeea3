// The checker of one file: it works without a server, also from a disk.
import { h } from "./dom.js";
import { Desk } from "./verdict.js";

let store;
try {
  store = localStorage;
} catch {
  store = undefined;
}
const desk = new Desk({ store });
document.getElementById("app").append(
  h("main.proof",
    h("header", h("h1", "Check a proof"),
      h("p", "This page asks no server. It checks proofs of a Scrollback log with the key that you give it.")),
    h("div.desk", desk.keyBox, desk.pinBox, desk.drop), desk.results));
desk.watch();
desk.begin();
