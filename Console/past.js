import { h } from "./dom.js";
export class PastScreen { element = h("div.screen"); async show() {} }
