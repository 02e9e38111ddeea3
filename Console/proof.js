import { h } from "./dom.js";
export class ProofScreen { element = h("div.screen"); async show() {} }
