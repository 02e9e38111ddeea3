import { h } from "./dom.js";
export class OperatorScreen { element = h("div.screen"); async show() {} }
