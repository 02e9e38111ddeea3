import { h } from "./dom.js";
export class LogScreen { element = h("div.screen"); async show() {} }
